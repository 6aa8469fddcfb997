"""Assembly of CPU kernels, as tests read it."""

from __future__ import annotations

import re


def inner_loops(asm: str) -> list[list[str]]:
    """Instructions of every innermost loop: from a label to the jump back to it."""
    found, label, body = [], "", []
    for line in asm.splitlines():
        if start := re.match(r"(\.LBB\w+):", line):
            label, body = start[1], []
            continue
        body.append(line.strip())
        if label and re.match(rf"\tj\w+\t{re.escape(label)}$", line):
            found.append(body)
            label, body = "", []
    return found


def count(body: list[str], pattern: str) -> int:
    return sum(bool(re.match(pattern, line)) for line in body)
