"""The pictures somebody names: files, folders, globs."""

from pathlib import Path

from tileref.files import FileError
from tileref.vision.recordings import ENDINGS, find_pictures


def find_photos(names: list[str]) -> list[Path]:
    """The pictures, in the order in which they were named, those of a folder by name."""
    found: list[Path] = []
    for name in names:
        try:
            found += _find(name)
        except OSError as error:
            raise FileError(f"{name!r} cannot be read: {(error.strerror or type(error).__name__).lower()}") from None
        except ValueError:
            raise FileError(f"{name!r} is neither the name of a file nor a pattern such as 'game/*.jpg'") from None
    return found


def _find(name: str) -> list[Path]:
    path = Path(name)
    if path.is_dir():
        inside = find_pictures(path)
        if not inside:
            raise FileError(f"there is no picture in the folder {name!r}: they end in {', '.join(sorted(ENDINGS))}")
        return inside
    if not path.exists() and any(character in name for character in "*?["):
        matching = sorted(Path(path.anchor).glob(str(path.relative_to(path.anchor))))
        if not matching:
            raise FileError(f"nothing matches {name!r}")
        return matching
    return [path]
