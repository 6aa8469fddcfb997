"""What the tests read in emitted CUDA: the conditions around a call."""

from __future__ import annotations


def guarded(text: str, call: str) -> list[str]:
    """The conditions around each line that holds `call`."""
    conditions, around = [], []
    for line in text.splitlines():
        if call in line:
            conditions += [opened for opened in around if opened.startswith("if")]
        if line.rstrip().endswith("{"):
            around.append(line.strip())
        elif line.strip() == "}":
            around.pop()
    return conditions
