"""What rungs computed on GPUs, as `benchmarks.outputs` recorded it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

RECORDS = sorted((Path(__file__).parent.parent / "docs" / "results").glob("outputs-*.json"))


@cache
def kernels(file: Path) -> list[dict]:
    return json.loads(file.read_text(encoding="utf-8"))["kernels"]


def path_of(kernel: dict) -> str:
    """Its rung's."""
    return f"{kernel['ladder']}:{kernel['rung']}"


def recorded(file: Path, path: str) -> list[dict]:
    """A rung's kernels in a record."""
    return [kernel for kernel in kernels(file) if path_of(kernel) == path]
