"""Where matches are kept when nobody says where, and the error of everything that keeps them.

It stands apart from the store so that a command which keeps no match does not wait for a database library.
"""

import os
import sys
from pathlib import Path

FILE_NAME = "matches.db"


class StoreError(Exception):
    """Matches that cannot be kept or looked up. The message is one sentence for a person."""


def default_store() -> Path:
    """The file that matches are kept in where nobody names another: in $TILEREF_DATA, or where data of users goes."""
    if chosen := os.environ.get("TILEREF_DATA"):
        return Path(chosen) / FILE_NAME
    try:
        home = Path.home()
    except RuntimeError:
        raise StoreError(
            "there is no home folder to keep matches in; name a place with --store or TILEREF_DATA"
        ) from None
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        # A relative path in this variable is to be ignored, says the specification.
        named = Path(os.environ.get("XDG_DATA_HOME", ""))
        base = named if named.is_absolute() else home / ".local" / "share"
    return base / "tileref" / FILE_NAME
