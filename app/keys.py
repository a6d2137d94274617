"""Keys pressed at a terminal, one at a time, without waiting for the end of a line where the system allows it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

KEYS = {"d": "draw", "p": "pass", "u": "undo", "o": "overrule", "n": "next"}
"""The orders that one key gives; a digit answers what was asked."""

TYPE = ":"
"""Begins an order that is typed out and ended with the return key."""
HELP = "?"
QUIT = "q"


@contextmanager
def single_keys() -> Iterator[bool]:
    """Let the terminal give every key as it is pressed, as long as this lasts; whether it does."""
    try:
        import termios
        import tty
    except ImportError:
        yield False
        return
    if not sys.stdin.isatty():
        yield False
        return
    before = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin, termios.TCSADRAIN)
    try:
        yield True
    finally:
        with suppress(termios.error):
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def read_orders(*, single: bool) -> Iterator[str]:
    """What is pressed or typed, as orders; '?' and 'q' as they are. Ends with standard input."""
    if not single:
        for line in sys.stdin:
            if line.strip():
                yield KEYS.get(line.strip(), line.strip())
        return
    while key := sys.stdin.read(1):
        if key == TYPE:
            yield from _typed()
        elif key.isdigit() or key in (HELP, QUIT):
            yield key
        elif key.casefold() in KEYS:
            yield KEYS[key.casefold()]


def _typed() -> Iterator[str]:
    """A line typed in a terminal that echoes nothing by itself."""
    text = ""
    _echo(TYPE)
    while key := sys.stdin.read(1):
        if key in "\r\n":
            _echo("\n")
            break
        if key in "\x7f\b":
            _echo("\b \b" if text else "")
            text = text[:-1]
        elif key == "\x1b":
            _echo("\n")
            return
        elif key.isprintable():
            text += key
            _echo(key)
    if text.strip():
        yield text.strip()


def _echo(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
