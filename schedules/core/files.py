"""Writing files atomically, JSON records, parts of CUDA text, and file names of devices."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from gpusim.errors import UserError


def write_text(path: Path, text: str) -> None:
    """Write a file atomically: to a temporary file next to it, then rename."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """The same for bytes, which are compressed if the file's name ends with .gz."""
    if path.suffix == ".gz":
        # Equal contents make equal files: the header has neither a time nor a name.
        compressed = io.BytesIO()
        with gzip.GzipFile(filename="", mode="wb", fileobj=compressed, mtime=0) as stream:
            stream.write(content)
        content = compressed.getvalue()
    fresh = path.with_name(f".{path.name}.new-{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(content)
        fresh.replace(path)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        # Where nothing can be written, nothing can be removed either.
        with suppress(OSError):
            fresh.unlink(missing_ok=True)


def read_bytes(path: Path) -> bytes:
    """A file's content, decompressed if its name ends with .gz; raises UserError."""
    try:
        content = path.read_bytes()
        return gzip.decompress(content) if path.suffix == ".gz" else content
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise UserError(f"cannot read {path}: {error}") from None
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}") from error


def read_json(path: Path) -> Any:
    """The value of a JSON file, or of PATH.gz if only that exists; raises UserError."""
    zipped = path.with_name(f"{path.name}.gz")
    if path.suffix != ".gz" and not path.exists() and zipped.exists():
        path = zipped
    try:
        return json.loads(read_bytes(path))
    except ValueError as error:
        raise UserError(f"{path} is not JSON: {error}") from None


def write_json(path: Path, value: Any) -> None:
    """Write a JSON file atomically, compressed if its name ends with .gz."""
    write_bytes(path, json_text(value).encode())


def json_text(value: Any) -> str:
    """Compact JSON with a line for each row: an entry of a list, or of a dict in the value."""
    return "".join(_lines(value, 2)) + "\n"


def _lines(value: Any, levels: int) -> Iterator[str]:
    entries = value.values() if isinstance(value, dict) else value
    if not levels or not any(isinstance(entry, dict | list | tuple) for entry in entries):
        yield json.dumps(value, separators=(",", ":"))
    elif isinstance(value, dict):
        for at, (name, entry) in enumerate(value.items()):
            yield f"{',' if at else '{'}\n{json.dumps(name)}:"
            yield from _lines(entry, levels - 1 if isinstance(entry, dict | list | tuple) else 0)
        yield "\n}"
    else:
        for at, entry in enumerate(value):
            yield f"{',' if at else '['}\n{json.dumps(entry, separators=(',', ':'))}"
        yield "\n]"


def cuda_parts(path: Path) -> dict[str, str]:
    """The parts of a file of CUDA text, by the names in the lines `//@ NAME` before them."""
    _, *parts = re.split(r"^//@ (\w+)\n", path.read_text(encoding="utf-8"), flags=re.M)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def check_writable(path: Path) -> None:
    """Raises UserError if `path` cannot be written. Call it before a long run that writes there."""
    try:
        folder = path if path.is_dir() else path.parent
        while not folder.exists():
            folder = folder.parent
        with tempfile.TemporaryDirectory(prefix=".schedules-", dir=folder):
            pass
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror or error}") from error


def slug(device: str) -> str:
    """The name of a device's JSON file: 'nvidia-h200.json' for 'NVIDIA H200'."""
    return "-".join("".join(c if c.isalnum() else " " for c in device.lower()).split()) + ".json"
