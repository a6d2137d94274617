"""tileref: a referee for tile games on a real table."""

__version__ = "0.1.0"
