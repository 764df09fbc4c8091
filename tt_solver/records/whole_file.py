"""A file that is there whole or not at all: written beside its place, and put there when it is complete."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EISDIR, ENOENT
from typing import IO, cast

DESCRIPTOR = r"/dev/(?:stdout|stderr|fd/\d+)|/proc/(?:self|{own})/fd/\d+"
"""What names a descriptor of this process, whose number is *own*."""

NUMBERS = {"stdout": 1, "stderr": 2}


@contextmanager
def whole_file(path: str, *, packed: bool = False) -> Iterator[IO[bytes]]:
    """A file to write to that takes the name *path* at the end of the block, or never if that fails.

    The file has the rights of the one it replaces, or those of an ordinary new one; of a symbolic link the file
    it points to is replaced. Pipes, devices and open descriptors are written to directly. With *packed*
    the content is packed by gzip.
    """
    with _opened(path) as file:
        if not packed:
            yield file
            return
        from gzip import GzipFile

        # Without a name and a time in it, the same results give the same file.
        with GzipFile("", "wb", compresslevel=6, fileobj=file, mtime=0) as zipped:
            yield cast(IO[bytes], zipped)


@contextmanager
def _opened(path: str) -> Iterator[IO[bytes]]:
    if not path or path.endswith((os.sep, "/")):
        code = EISDIR if path else ENOENT
        raise OSError(code, os.strerror(code), path)
    if re.fullmatch(DESCRIPTOR.format(own=os.getpid()), path):
        name = path.rpartition("/")[2]
        with open(os.dup(NUMBERS.get(name) or int(name)), "wb") as file:
            yield file
    elif os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as file:
            yield file
    else:
        with _replacing(os.path.realpath(path)) as file:
            yield file


@contextmanager
def _replacing(path: str) -> Iterator[IO[bytes]]:
    """A new file beside *path*, renamed to it at the end; removed if anything goes wrong."""
    from secrets import token_hex

    folder = os.path.dirname(path)
    beside = os.path.join(folder, f".tt-solver-{os.getpid()}-{token_hex(4)}.tmp")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, path) from None
    try:
        with open(descriptor, "wb") as file:
            _take_rights(descriptor, path)
            yield file
            file.flush()
            os.fsync(descriptor)
        os.replace(beside, path)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(beside)
        raise
    _sync_folder(folder)


def _take_rights(descriptor: int, path: str) -> None:
    """Give the file open as *descriptor* the owner and mode of the file *path*, if there is one.

    Raises:
        PermissionError: that file may not be written to.
    """
    try:
        old = os.stat(path)
    except FileNotFoundError:
        return
    if not os.access(path, os.W_OK):
        raise PermissionError(13, "Permission denied", path)
    if hasattr(os, "fchown"):
        with suppress(PermissionError):
            os.fchown(descriptor, old.st_uid, old.st_gid)
        os.fchmod(descriptor, stat.S_IMODE(old.st_mode))


def _sync_folder(folder: str) -> None:
    """Make the renaming last through a power cut, where the system lets folders be opened."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
