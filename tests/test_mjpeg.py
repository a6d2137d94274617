"""A stream of JPEGs over HTTP, taken apart: whatever the server's manners, pictures come out whole or not at all."""

from collections.abc import Iterator
from itertools import repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.live_servers import encode_number
from tileref.vision.mjpeg import split_parts

PICTURES = [encode_number(number) for number in (1, 2, 3)]


def _write(pictures: list[bytes], *, lengths: bool, boundary: bytes = b"--frame", line: bytes = b"\r\n") -> bytes:
    stream = b""
    for picture in pictures:
        stream += boundary + line + b"Content-Type: image/jpeg" + line
        if lengths:
            stream += b"content-LENGTH:%d" % len(picture) + line
        stream += line + picture + line
    return stream


def _cut(stream: bytes, sizes: list[int]) -> Iterator[bytes]:
    """A stream in pieces as a network delivers them."""
    start = 0
    for size in sizes:
        if start < len(stream):
            yield stream[start : start + size]
        start += size
    if start < len(stream):
        yield stream[start:]


@pytest.mark.parametrize("lengths", [True, False])
@pytest.mark.parametrize("line", [b"\r\n", b"\n"])
@pytest.mark.parametrize("boundary", [b"--frame", b"----=_Part_0"])
@pytest.mark.parametrize("before", [b"", b"\r\n", b"\r\n\r\n"])
def test_pictures_come_out_as_they_went_in(lengths: bool, line: bytes, boundary: bytes, before: bytes) -> None:
    stream = before + _write(PICTURES, lengths=lengths, boundary=boundary, line=line) + boundary + b"--" + line
    parts = list(split_parts([stream]))
    assert len(parts) == 3
    assert all(part.startswith(picture) for part, picture in zip(parts, PICTURES, strict=True))
    assert all(len(part) <= len(picture) + 1 for part, picture in zip(parts, PICTURES, strict=True))


@given(sizes=st.lists(st.integers(1, 3000), max_size=30), lengths=st.booleans())
def test_how_the_network_cuts_a_stream_makes_no_difference(sizes: list[int], lengths: bool) -> None:
    stream = _write(PICTURES, lengths=lengths) + b"--frame--\r\n"
    assert list(split_parts(_cut(stream, sizes))) == list(split_parts([stream]))


def test_a_picture_with_a_length_is_given_before_anything_follows_it() -> None:
    def deliver() -> Iterator[bytes]:
        yield _write(PICTURES[:1], lengths=True)
        raise AssertionError("the picture was complete")

    assert next(split_parts(deliver())) == PICTURES[0]


@pytest.mark.parametrize("wrong", [0, 10, 5000])
def test_after_a_wrong_length_the_next_pictures_are_found_again(wrong: int) -> None:
    length = b"content-LENGTH:%d" % len(PICTURES[0])
    stream = _write(PICTURES, lengths=True).replace(length, b"Content-Length: %d" % wrong, 1) + b"--frame--\r\n"
    assert PICTURES[2] in list(split_parts([stream]))


def test_what_is_cut_off_is_not_given() -> None:
    stream = _write(PICTURES, lengths=True)
    assert list(split_parts([stream[:-100]])) == PICTURES[:2]
    assert list(split_parts([])) == list(split_parts([b"--frame\r\nContent-Ty"])) == []


@given(st.lists(st.binary(max_size=300), max_size=20), st.booleans())
def test_any_bytes_at_all_come_to_an_end(chunks: list[bytes], begun: bool) -> None:
    list(split_parts([b"--frame\r\n", *chunks] if begun else chunks))


@pytest.mark.parametrize(
    "flood",
    [
        (b"", b"no line ever ends "),
        (b"--frame\r\n", b"no line ever ends "),
        (b"--frame\r\n", b"Header: one of very many\r\n"),
        (b"--frame\r\nContent-Length: 100000000000\r\n\r\n", b"picture"),
        (b"--frame\r\n\r\n", b"picture" * 100_000),
    ],
)
def test_a_stream_that_would_fill_the_memory_is_given_up(flood: tuple[bytes, bytes]) -> None:
    def deliver() -> Iterator[bytes]:
        yield flood[0]
        yield from repeat(flood[1], 200_000)
        raise AssertionError("it was read for ever")

    assert list(split_parts(deliver())) == []
