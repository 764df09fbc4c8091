"""A file that is written whole or not at all: beside its place, and renamed when it is complete."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EISDIR, ENOENT
from typing import IO, cast

DESCRIPTOR = r"/dev/(?:stdout|stderr|fd/\d+)|/proc/(?:self|{own})/fd/\d+"
"""Names of the open descriptors of this process, whose number is *own*."""

NUMBERS = {"stdout": 1, "stderr": 2}

LONGEST_NAME = 150
"""In bytes: a longer name is cut in the name of its temporary file, since systems allow 255."""


@contextmanager
def whole_file(path: str, *, packed: bool = False) -> Iterator[IO[bytes]]:
    """A file to write to. At the end of the block it gets the name *path*; if the block fails, it is removed.

    The new file has the rights of the file it replaces, or those of an ordinary new file. If *path* is a symbolic link,
    the file it points to is replaced. Pipes, devices and open descriptors are written to directly. With *packed*,
    the content is packed by gzip.
    """
    with _opened(path) as file:
        if not packed:
            yield file
            return
        from gzip import GzipFile

        # Without a name and a time inside, the same results give the same bytes.
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
    """A new file beside *path*, renamed to *path* at the end, and removed if anything goes wrong."""
    from secrets import token_hex

    folder, name = os.path.split(path)
    beside = os.path.join(folder, f"{_prefix(name)}{os.getpid()}-{token_hex(4)}.tmp")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, path) from None
    try:
        _remove_abandoned(folder, name)
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


def _prefix(name: str) -> str:
    """How the names of temporary files for the file *name* begin: they tell the file and this machine."""
    from binascii import crc32

    if len(os.fsencode(name)) > LONGEST_NAME:
        name = f"{name[: LONGEST_NAME // 4]}-{crc32(os.fsencode(name)):08x}"
    # Another machine or container that shares the folder numbers its processes by itself.
    machine = os.uname().nodename if hasattr(os, "uname") else ""
    return f".{name}.tt-solver-{crc32(os.fsencode(machine)):08x}-"


def _remove_abandoned(folder: str, name: str) -> None:
    """Remove temporary files for the file *name* whose process was killed before it could remove them."""
    if os.name != "posix":
        return
    temporary = re.compile(re.escape(_prefix(name)) + r"(\d{1,9})-[0-9a-f]{8}\.tmp")
    with suppress(OSError):
        for found in os.listdir(folder or os.curdir):
            match = temporary.fullmatch(found)
            if match and not _is_running(int(match[1])):
                os.unlink(os.path.join(folder, found))


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # it belongs to another user
        return True
    return True


def _take_rights(descriptor: int, path: str) -> None:
    """Give the file open as *descriptor* the owner and mode of the file *path*, if that exists.

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
    """Make the new name survive a power cut, if the system lets a program open folders."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
