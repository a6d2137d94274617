"""What a player, or a set of house rules, may be called."""

LONGEST_NAME = 80


def is_name(name: object) -> bool:
    """Whether this is a name: a line of printable characters, not too long."""
    return isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name.isprintable()
