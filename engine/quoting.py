"""What somebody typed, as an error message repeats it."""

from reprlib import Repr

_LONGEST = 60

# The usual repr goes as deep as the value does, which in hostile input is too deep.
_REPR = Repr()
_REPR.maxstring = _REPR.maxlong = _REPR.maxother = _LONGEST


def quote(value: object) -> str:
    """The value with its escapes, cut where it is too long to read or nested too deeply."""
    if isinstance(value, str):
        return repr(value) if len(value) <= _LONGEST else repr(value[:_LONGEST]) + "…"
    try:
        text = _REPR.repr(value)
    except ValueError:
        # Python refuses to write out a number of thousands of digits.
        return f"a {type(value).__name__} too large to show"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
