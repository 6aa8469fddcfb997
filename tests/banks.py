"""Addresses of a warp's lanes from emitted CUDA, and the shared-memory wavefronts they take."""

from __future__ import annotations

import re

from gpusim.chips import WARP


def subscripts(source: str, buffer: str, *, store: bool) -> list[tuple[str, int]]:
    """Index expressions of a buffer's loads or stores, in floats, each with its width in floats."""
    found = []
    for line in source.splitlines():
        left, equals, right = line.partition(" = ")
        side = left if store else right
        if not equals or buffer not in side:
            continue
        wide = re.search(rf"\*\(float4\*\)\({buffer} \+ (.*)\)$", side.rstrip(";"))
        plain = re.search(rf"{buffer}\[(.*?)\]", side)
        if wide:
            found.append((wide.group(1), 4))
        elif plain:
            scale = 4 if re.search(rf"float4 {buffer}\[", source) else 1
            found.append((f"({plain.group(1)}) * {scale}", scale))
    return found


def lane_words(expression: str, block: tuple[int, int], **loops: int) -> list[int]:
    """The first word each lane of warp 0 touches, for a block of (x, y) threads."""
    code = re.sub(r"\(\(int\)(\w+)\.(\w)\)", r"\1_\2", expression).replace("/", "//")
    names = dict.fromkeys(re.findall(r"[A-Za-z_]\w*", code), 0) | loops
    words = []
    for lane in range(WARP):
        thread = {"threadIdx_x": lane % block[0], "threadIdx_y": lane // block[0]}
        words.append(eval(code, {"__builtins__": {}}, names | thread))
    return words


def wavefronts(words: list[int], width: int = 1) -> int:
    """Passes over the 32 banks that one warp-wide access takes.

    A 128-bit access goes in quarter warps; equal words are broadcast.
    """
    group = WARP // width
    total = 0
    for first in range(0, WARP, group):
        banks: dict[int, set[int]] = {}
        for base in words[first : first + group]:
            for word in range(base, base + width):
                banks.setdefault(word % 32, set()).add(word)
        total += max(len(distinct) for distinct in banks.values())
    return total
