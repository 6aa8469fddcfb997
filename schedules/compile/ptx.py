"""PTX: which CUDA line each line comes from, and the kernels' text without what surrounds them."""

from __future__ import annotations

import re

_FILE = re.compile(r'^\t\.file\t(\d+) "([^"]*)"', re.M)
_LOCATION = re.compile(
    r"^\t\.loc\t(\d+) (\d+) (\d+)(?:, function_name .*, inlined_at (\d+) (\d+) (\d+))?"
)
# Constants of libcu++, which every kernel's preamble brings along and no kernel uses.
_LIBRARY = re.compile(r"^\.(?:weak )?\.?global .*\b_ZN4cuda|^// _ZN?4cuda")


def ptx_lines(ptx: str, file: str) -> list[int | None]:
    """The 1-based line of CUDA of each line of PTX, None outside of kernels.

    `file` is the name the compiler was told for the CUDA text. Of an inlined function the line that
    calls it counts.
    """
    files = {number for number, name in _FILE.findall(ptx) if name == file}
    # Where a location was inlined, by the location; a caller's is noted before its callee's.
    outer: dict[tuple[str, ...], tuple[str, ...]] = {}
    found: list[int | None] = []
    current: int | None = None
    for text in ptx.splitlines():
        if location := _LOCATION.match(text):
            parts = location.groups()
            here, caller = parts[:3], parts[3:]
            if caller[0] is None:
                outer.pop(here, None)
            else:
                outer[here] = outer.get(caller, caller)
            at = outer.get(here, here)
            current = int(at[1]) if at[0] in files else None
        found.append(current)
        if text == "}":
            current = None
    return found


def kernels(ptx: str, file: str) -> list[tuple[str, int | None]]:
    """The lines of PTX that a reader wants, each with its CUDA line.

    Directives of debug information, the compiler's banner and the preamble's unused constants are
    left out.
    """
    found: list[tuple[str, int | None]] = []
    begun = False
    for text, line in zip(ptx.splitlines(), ptx_lines(ptx, file), strict=True):
        begun = begun or text.startswith(".version")
        if text.startswith("\t.file"):
            # Only debug information follows.
            break
        left_out = text.startswith(("\t.loc", "\t// .globl")) or _LIBRARY.match(text)
        empty = not text.strip()
        # Inside a kernel every other line would be empty without its location.
        left_out = left_out or (empty and (line is not None or not found or not found[-1][0]))
        if not begun or left_out:
            continue
        found.append(("" if empty else text, line))
    while found and not found[-1][0]:
        found.pop()
    return found
