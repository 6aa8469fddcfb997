"""Folders of the user's files: records, and applied tiles.

A user's records are in `tuning` in the current folder. In a checkout of this project, its own
records are in docs/tuning, and its own tiles in schedules/tuned.
"""

from __future__ import annotations

import os
from pathlib import Path

from schedules import tuned

ROOT = Path(__file__).parents[1]


def in_checkout() -> bool:
    """Whether this code runs in a checkout of the project, with the current folder inside it."""
    is_checkout = (ROOT / "pyproject.toml").is_file() and (ROOT / "docs/tuning").is_dir()
    return is_checkout and Path.cwd().is_relative_to(ROOT)


def records_folder() -> Path:
    """The folder of new records, relative to the current one."""
    return Path(os.path.relpath(ROOT / "docs/tuning")) if in_checkout() else Path("tuning")


def tiles_folder() -> Path:
    """The folder of applied tiles."""
    return tuned.FOLDER if in_checkout() else tuned.user_folder()
