"""The libraries that decode pictures and videos say on stderr what this project says in sentences of its own."""

import ctypes
import os
import platform
import threading

import cv2


class _Quiet:
    """While anyone decodes, the C libraries below keep their warnings to themselves.

    libpng and libjpeg print to C's `stderr`. Pointing file descriptor 2 elsewhere would also swallow what other threads
    say in the meantime; pointing the variable `stderr` elsewhere silences C code only. It is one store of a pointer
    between two streams that both stay open, so a thread that prints just then is safe; the count lets the last of
    several decoding threads restore it. Where C has no such variable (not glibc) the warnings stay.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = self._log_level = 0
        # cv2 moved it between its versions 4 and 5.
        self._set_log_level = getattr(cv2, "setLogLevel", None) or cv2.utils.logging.setLogLevel
        self._stderr = ctypes.c_void_p()
        self._streams: tuple[int | None, int | None] = (None, None)
        if platform.libc_ver()[0] == "glibc":
            library = ctypes.CDLL(None)
            library.fopen.restype = ctypes.c_void_p
            self._stderr = ctypes.c_void_p.in_dll(library, "stderr")
            loud = self._stderr.value
            self._streams = (loud, library.fopen(os.devnull.encode(), b"w") or loud)

    def __enter__(self) -> None:
        with self._lock:
            self._inside += 1
            if self._inside == 1:
                self._log_level = self._set_log_level(0)
                self._stderr.value = self._streams[1]

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if self._inside == 0:
                self._set_log_level(self._log_level)
                self._stderr.value = self._streams[0]


QUIET = _Quiet()
"""The one for this process; to be entered with `with`, by any thread and more than once at a time."""
