"""Addresses of cameras in the network, and what may be shown of them."""

import re
from dataclasses import dataclass, field
from urllib.parse import SplitResult, unquote, urlsplit

from tileref.vision.source_items import SourceError

_PORTS = {"http": 80, "https": 443, "rtsp": 554, "rtsps": 322}

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")


@dataclass(frozen=True, slots=True)
class StreamAddress:
    """Where a camera in the network sends its pictures.

    `shown` is for people and holds no password: neither one before the host nor one behind it, where some cameras
    want it. `url` is the whole address, `bare_url` the one without `user` and `password`.
    """

    shown: str
    scheme: str
    host: str
    port: int
    url: str = field(repr=False)
    bare_url: str = field(repr=False)
    user: str = field(repr=False)
    password: str = field(repr=False)


def is_address(text: str) -> bool:
    """Whether a text is meant as a URL; a name such as 'http:x' is one of a file."""
    return _SCHEME.match(text) is not None


def parse_address(text: str) -> StreamAddress:
    """The address that a URL is; SourceError where it is none of a camera."""
    scheme = text.partition("://")[0].lower()
    shown = f"{scheme}://…"
    if scheme not in _PORTS:
        raise SourceError(f"{shown!r} is no address of a camera: those begin with {', '.join(_PORTS)}")
    if not text.isascii() or not text.isprintable() or " " in text:
        raise SourceError(f"{shown!r} holds a character that a URL cannot: write it as '%' and two digits")
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
        (host or "").encode("idna")
    except ValueError:
        host, port = None, None
    if not host:
        raise SourceError(
            f"{shown!r} is no address of a camera, such as 'http://192.168.1.20:8080/video'; "
            "in a name or password, '/' is written '%2F', '?' '%3F', '#' '%23'"
        )
    return StreamAddress(
        shown=_shown(parts),
        scheme=scheme,
        host=host,
        port=port or _PORTS[scheme],
        url=text,
        bare_url=parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl(),
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
    )


def _shown(parts: SplitResult) -> str:
    """An address without anything that may be a password."""
    if "@" in f"{parts.path}?{parts.query}#{parts.fragment}":
        # A password with a '/' in it ends up here.
        return f"{parts.scheme}://…"
    host = parts.netloc.rpartition("@")[2]
    path = re.split("[=&;]", parts.path, maxsplit=1)[0]
    whole = path == parts.path and not parts.query and not parts.fragment
    return f"{parts.scheme}://{host}{path}{'' if whole else '…'}"
