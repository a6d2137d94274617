"""Cameras that send one JPEG after another over HTTP, as phones do: read here, and not by a video library.

A video library fills up a damaged JPEG with what was there before, and half a table of a minute ago is worse than none.
"""

import http.client
import time
import urllib.error
import urllib.request
from collections.abc import Generator, Iterable, Iterator
from typing import IO

from tileref.vision.addresses import StreamAddress
from tileref.vision.cameras import describe_failure, grab_stream
from tileref.vision.frame import LARGEST_FILE
from tileref.vision.grabbing import Grab, GrabSettings
from tileref.vision.source_items import SourceError

_LONGEST_LINE = 10_000
"""Bytes; what stands in lines between the pictures is a few dozen."""

_MOST_LINES = 100
"""In front of one picture; servers write two to five."""


def grab_http(address: StreamAddress, settings: GrabSettings) -> Generator[Grab, None, None]:
    """The pictures of a camera that is asked over HTTP."""
    with _ask(address, settings) as response:
        kind = response.headers.get_content_type()
        if kind.startswith("multipart/"):
            for picture in split_parts(_chunks(response)):
                yield Grab(picture, time.monotonic())
            return
    if kind == "text/html":
        raise SourceError(
            f"{address.shown!r} is a page, not a stream; open it in a browser and copy the address of the live picture"
        )
    if kind.startswith("image/"):
        raise SourceError(f"{address.shown!r} is a single picture; a camera's stream has another address")
    yield from grab_stream(address, settings)


def split_parts(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The parts of a multipart stream, each as soon as it is complete; ends where the stream does or makes no sense."""
    stream = _Stream(iter(chunks))
    try:
        # What separates parts is taken from the stream: servers do not agree on what they announce.
        separator = b""
        while not separator:
            separator = stream.take_until(b"\n", _LONGEST_LINE).strip()
        if not separator.startswith(b"--"):
            yield separator
            return
        while True:
            length = _read_length(stream)
            if length is None:
                yield stream.take_until(b"\n" + separator, LARGEST_FILE)
            else:
                yield stream.take(length)
                # Usually at once; further on where the length was wrong.
                stream.take_until(separator, LARGEST_FILE)
            if stream.take_until(b"\n", _LONGEST_LINE).startswith(b"--"):
                return
    except _EndedError:
        return


class _EndedError(Exception):
    """There is nothing more to be had from a stream."""


class _Stream:
    """Bytes that come in pieces."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._ahead = bytearray()

    def take_until(self, mark: bytes, limit: int) -> bytes:
        """What comes before a mark; the mark is gone too."""
        start = 0
        while (end := self._ahead.find(mark, start)) < 0:
            start = max(0, len(self._ahead) - len(mark) + 1)
            if start > limit:
                raise _EndedError
            self._get_more()
        taken = self.take(end)
        self.take(len(mark))
        return taken

    def take(self, length: int) -> bytes:
        """So many bytes."""
        while len(self._ahead) < length:
            self._get_more()
        taken = bytes(self._ahead[:length])
        del self._ahead[:length]
        return taken

    def _get_more(self) -> None:
        more = next(self._chunks, b"")
        if not more:
            raise _EndedError
        self._ahead += more


def _read_length(stream: _Stream) -> int | None:
    """The length that the lines in front of a part give."""
    length = None
    for _ in range(_MOST_LINES):
        name, _, value = stream.take_until(b"\n", _LONGEST_LINE).strip().partition(b":")
        if not name:
            return length
        if name.strip().lower() == b"content-length" and value.strip().isdigit():
            length = int(value)
            if length > LARGEST_FILE:
                break
    raise _EndedError


class _RefusalCloser(urllib.request.BaseHandler):
    """Closes the answer that asks for a password; those who then ask again with one leave it open."""

    handler_order = 100

    def http_error_401(self, _request: object, answer: IO[bytes], *_: object) -> None:
        """Before the others see it; they need only its headers."""
        answer.close()


def _ask(address: StreamAddress, settings: GrabSettings) -> http.client.HTTPResponse:
    # A camera stands in the house, where no proxy leads.
    handlers: list[urllib.request.BaseHandler] = [urllib.request.ProxyHandler({})]
    if address.user:
        passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        passwords.add_password(None, address.bare_url, address.user, address.password)
        handlers += [
            _RefusalCloser(),
            urllib.request.HTTPBasicAuthHandler(passwords),
            urllib.request.HTTPDigestAuthHandler(passwords),
        ]
    opener = urllib.request.build_opener(*handlers)
    try:
        response: http.client.HTTPResponse = opener.open(address.bare_url, timeout=settings.answer)
        return response
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == 401:
            wanted = f"{address.scheme}://NAME:PASSWORD@…"
            raise SourceError(f"{address.shown!r} wants a name and the right password, as in {wanted!r}") from None
        raise SourceError(f"{address.shown!r} answers with the error {error.code}") from None
    except urllib.error.URLError as error:
        cause = describe_failure(error.reason) if isinstance(error.reason, Exception) else "it is refused"
        raise SourceError(f"{address.shown!r} cannot be reached: {cause}") from None
    except OSError as error:
        raise SourceError(f"{address.shown!r} cannot be reached: {describe_failure(error)}") from None
    except (http.client.HTTPException, ValueError):
        raise SourceError(f"{address.shown!r} answers in a way that is not understood") from None


def _chunks(response: http.client.HTTPResponse) -> Iterator[bytes]:
    while True:
        try:
            chunk = response.read1(65536)
        except (OSError, http.client.HTTPException, ValueError):
            return
        if not chunk:
            return
        yield chunk
