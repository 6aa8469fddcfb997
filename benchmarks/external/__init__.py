"""Kernels of public repositories: the record of `python -m benchmarks.external` and its tables."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from schedules.core.files import read_json

# What ran, at the start of a finding.
_WHICH = r"^kernel\.cubin, random inputs(, simulated SASS)?: "
ROOT = Path(__file__).parents[2]
RECORD = ROOT / "docs/results/external.json"
WORDS = {
    "right": "correct",
    "not compared": "no findings, values not compared",
    "wrong": "findings",
    "refused": "refused",
    "timed out": "time limit",
    "crashed": "failed",
    "not compiled": "not compiled",
}


def table() -> str:
    """Counts of a repository's kernels, then those that are not verified, with the reason."""
    rows = read_json(RECORD)
    lines = [
        "| repository | kernels | " + " | ".join(WORDS.values()) + " |",
        "| --- |" + " ---: |" * (len(WORDS) + 1),
    ]
    for name in sorted({row["repository"] for row in rows}, key=str.lower):
        counts = Counter(row["status"] for row in rows if row["repository"] == name)
        cells = " | ".join(str(counts[status] or "") for status in WORDS)
        lines.append(f"| {name} | {sum(counts.values())} | {cells} |")
    lines += ["", "| kernel | result | reason |", "| --- | --- | --- |"]
    for row in rows:
        if row["status"] not in ("right", "not compared"):
            reason = re.sub(_WHICH, "", (row["text"] or [""])[0])
            reason = reason.partition("; ")[0].replace("|", "\\|").replace("<", "\\<")
            label = row["kernel"].replace("<", "\\<")
            lines.append(f"| {label} | {WORDS[row['status']]} | {reason} |")
    return "\n".join(["", *lines, "", ""])
