"""What rungs computed on GPUs, as `benchmarks.outputs` recorded it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from schedules.core.files import read_json

RECORDS = sorted((Path(__file__).parent.parent / "docs" / "results").glob("outputs-*"))


@cache
def kernels(file: Path) -> list[dict]:
    return read_json(file)["kernels"]


def path_of(kernel: dict) -> str:
    """Its rung's."""
    return f"{kernel['ladder']}:{kernel['rung']}"


def recorded(file: Path, path: str) -> list[dict]:
    """A rung's kernels in a record."""
    return [kernel for kernel in kernels(file) if path_of(kernel) == path]
