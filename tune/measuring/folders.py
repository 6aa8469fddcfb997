"""Temporary folders; those of a killed program are removed by the next program that creates one."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from schedules.processes.platforms import lock

# Marks folders of this module, to distinguish them from others with similar names.
LOCK = ".tune-lock"


class LockedFolder:
    """A new temporary folder with a file that is locked while this process lives.

    Creating one removes folders with the same prefix, of the same user, whose process was killed.
    """

    def __init__(self, prefix: str) -> None:
        remove_abandoned(prefix)
        # It has another name until it is locked, so that no process takes it for abandoned.
        made = Path(tempfile.mkdtemp(prefix=f".{prefix}"))
        self._lock: int | None = os.open(made / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        lock(self._lock, wait=True)
        self.name = str(made.rename(made.with_name(made.name.removeprefix("."))))

    def cleanup(self) -> None:
        """Remove it. Safe to call twice."""
        if self._lock is not None:
            shutil.rmtree(self.name, ignore_errors=True)
            os.close(self._lock)
            self._lock = None


def remove_abandoned(prefix: str) -> None:
    """Remove the folders of a prefix whose lock no process holds."""
    for path in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        with suppress(OSError):
            file = os.open(path / LOCK, os.O_RDWR | os.O_NOFOLLOW)
            try:
                if os.fstat(file).st_uid == os.getuid():
                    lock(file)
                    shutil.rmtree(path, ignore_errors=True)
            finally:
                os.close(file)
