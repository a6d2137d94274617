"""What somebody typed, as an error message repeats it."""

_LONGEST = 80


def quote(value: object) -> str:
    """The value with its escapes, cut where it is too long to read."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        # Python refuses to write out a number of thousands of digits, or lists within lists without end.
        return f"a {type(value).__name__} too large to show"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
