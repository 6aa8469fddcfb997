"""What a rung promises of its emitted code: a float4, a cp.async, a second buffer.

Read from the dumps, which `schedules dump --check` compares with what is emitted.
"""

from __future__ import annotations

import re
from functools import cache

from conftest import ROOT


@cache
def dumped(path: str) -> str:
    """The emitted source of a rung's last step: CUDA, or assembly."""
    ladder, _, rung = path.partition(":")
    (folder,) = (ROOT / "lowered_ir" / ladder).glob(f"[0-9]*-{rung}")
    *_, last = sorted(file for file in folder.iterdir() if file.suffix in (".cu", ".s"))
    return last.read_text(encoding="utf-8")


def broken(text: str, promise: str) -> list[str]:
    """The parts of a promise that a text does not keep.

    A promise is a list of patterns with ` & ` between them; `not PATTERN` must not be found.
    """
    wrong = []
    for part in promise.split(" & "):
        pattern = part.removeprefix("not ")
        if bool(re.search(pattern, text)) == (pattern != part):
            wrong.append(part)
    return wrong
