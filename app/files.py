"""Files that people give and get: read with a limit, written whole or not at all."""

import os
import tempfile
from pathlib import Path

LARGEST = 32 * 1024 * 1024


class FileError(Exception):
    """A file that cannot be read or written. The message is one sentence for a person."""


def read_text(path: Path) -> str:
    """The text of a file in UTF-8."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(f"{str(path)!r} is not a text in UTF-8: byte {error.start} is wrong") from None


def read_bytes(path: Path, *, largest: int = LARGEST) -> bytes:
    """What a file holds, if it is not larger than this."""
    try:
        with path.open("rb") as file:
            data = file.read(largest + 1)
    except OSError as error:
        raise FileError(f"{str(path)!r} cannot be read: {_cause(error)}") from None
    except ValueError:
        raise FileError(f"{str(path)!r} cannot be the name of a file") from None
    if len(data) > largest:
        raise FileError(f"{str(path)!r} is larger than {largest // 1024 // 1024} MiB, too large for what it should be")
    return data


def write_text(path: Path, text: str) -> None:
    """Put a text in a file, in UTF-8."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Put data in a file. Whatever happens, the file holds its old content or the whole of the new one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            # Temporary files are private; what people ask for is as open as their other files.
            umask = os.umask(0)
            os.umask(umask)
            Path(name).chmod(0o666 & ~umask)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise FileError(f"{str(path)!r} cannot be written: {_cause(error)}") from None
    except ValueError:
        raise FileError(f"{str(path)!r} cannot be the name of a file") from None


def _cause(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()
