"""Disk cache of compiled code and disassembly.

An entry is a zip file of named members with checksums; its name is a hash of everything that the
content depends on. The folder is SCHEDULES_CACHE, or `schedules` in the user's cache folder.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

FOLDER_VARIABLE = "SCHEDULES_CACHE"
MOST_BYTES = 512 * 2**20
_FORMAT = "2"


def user_folder() -> Path:
    """SCHEDULES_CACHE, or `schedules` in the user's cache folder."""
    chosen = os.environ.get(FOLDER_VARIABLE)
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "schedules"


def cache_key(*parts: str | bytes) -> str:
    """Hash of all `parts`."""
    digest = hashlib.sha256(_FORMAT.encode())
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()


@dataclass(frozen=True)
class Cache:
    """Entries in a folder; by default the user's, determined at each access."""

    folder: Path | None = None

    @property
    def path(self) -> Path:
        return self.folder or user_folder()

    def load(self, name: str, members: tuple[str, ...]) -> dict[str, bytes] | None:
        """All members of an entry, or None if it is damaged or lacks one of `members`."""
        try:
            with zipfile.ZipFile(self.path / name) as file:
                return {member: file.read(member) for member in {*members, *file.namelist()}}
        except (OSError, KeyError, EOFError, zipfile.BadZipFile, zlib.error):
            return None

    def store(self, name: str, members: dict[str, bytes]) -> None:
        """Write an entry to a temporary file and rename it, so that readers never see part of it.

        An unwritable cache is ignored.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            handle, aside = tempfile.mkstemp(dir=self.path, prefix=".new-")
            try:
                with (
                    open(handle, "wb") as stream,
                    zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file,
                ):
                    for member, data in members.items():
                        file.writestr(member, data)
                os.replace(aside, self.path / name)
            except BaseException:
                Path(aside).unlink(missing_ok=True)
                raise
            self._prune()
        except OSError:
            return

    def _prune(self) -> None:
        """Remove the oldest entries beyond MOST_BYTES."""
        entries = []
        for entry in os.scandir(self.path):
            try:
                status = entry.stat()
            except FileNotFoundError:
                # Another process removed it.
                continue
            entries.append((status.st_mtime, status.st_size, entry.path))
        total = sum(size for _, size, _ in entries)
        for _, size, path in sorted(entries):
            if total <= MOST_BYTES:
                return
            Path(path).unlink(missing_ok=True)
            total -= size
