"""Writing files atomically, and file names of devices."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from gpusim.errors import UserError


def write_text(path: Path, text: str) -> None:
    """Write a file atomically: to a temporary file next to it, then rename."""
    fresh = path.with_name(f".{path.name}.new-{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        # Where nothing can be written, nothing can be removed either.
        with suppress(OSError):
            fresh.unlink(missing_ok=True)


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
