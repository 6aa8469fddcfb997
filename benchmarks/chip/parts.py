"""DRAM rate of stores of parts of sectors, by who stores the other parts and when."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from schedules.core.gpu import Gpu

from .measure import REPETITIONS, Cubins, Measure, compiled, table

# Each store of a warp writes one part, <lanes> words, of each of <sectors> sectors, <apart> bytes
# apart. A warp has <groups> such groups of sectors, <step> bytes apart, and stores part <first> of
# all, then the next part; or all parts of one group, then of the next.
_PARTS = """
extern "C" __global__ void __launch_bounds__(256)
parts(unsigned* out, char* at, unsigned window) {
  const unsigned lane = threadIdx.x % 32, warp = blockIdx.x * 8 + threadIdx.x / 32;
  const unsigned piece = blockIdx.x / window;
  unsigned unit = <unit>, first = <first>, sum = blockIdx.x;
  char* mine = at + (long long)unit * (<groups> * <sectors> * 32);
  mine += lane / <lanes> * <apart> + lane % <lanes> * <word> + first * <bytes>;
  <load>
#pragma unroll
  for (int at = 0; at < <stored> * <groups>; at++) {
    const int part = <part>, group = <group>;
    if (<mask>)
      asm volatile("st.global.<kind> [%0], <values>;"
        :: "l"(mine + group * <step> + part * <bytes>), "r"(sum) : "memory");
  }
  if (sum == 0x12345678) out[0] = sum;
}
"""
_LOAD = """
#pragma unroll
  for (int group = 0; group < <groups>; group++) {
    unsigned value;
    asm volatile("ld.global.cg.u32 %0, [%1];"
      : "=r"(value) : "l"(mine + group * <step>) : "memory");
    sum ^= value;
  }
"""
# Bytes of a word -> the type in PTX and the opcode.
_KINDS = {
    4: ("u32", "%1", "STG.E"),
    8: ("v2.u32", "{%1, %1}", "STG.E.64"),
    16: ("v4.u32", "{%1, %1, %1, %1}", "STG.E.128"),
}
# The parts of a sector are stored by one warp, by neighbouring warps of a block, or by blocks that
# are `window` apart in the grid.
_WARP, _WARPS, _BLOCKS = "warp", "warps", "blocks"
_OWNERS = {
    _WARP: ("warp", "0"),
    _WARPS: ("warp / <parts>", "warp % <parts>"),
    _BLOCKS: (
        "(piece / <parts> * window + blockIdx.x % window) * 8 + threadIdx.x / 32",
        "piece % <parts>",
    ),
}
SPACE, _BLOCK_WARPS, _ONE_BLOCK = 1 << 31, 8, 120 * 1024


class Point(NamedTuple):
    """Words of `word` bytes, `lanes` of them a part of a sector; `owner` stores the parts.

    `groups` of sectors are stored before the next part of the same sectors; the other part comes
    from blocks `window` apart. `alone`: only the first part is stored. `uneven`: three of four
    lanes store, then the fourth. `loaded`: the sectors are loaded before. `lines`: each sector of a
    store is in another line, the groups are the sectors of the lines, and with `next` the parts of
    a group follow each other. `shared` bytes per block limit the blocks of an SM; the array has
    `size` bytes and is written by `launches` launches.
    """

    word: int
    lanes: int = 1
    owner: str = _WARP
    groups: int = 1
    window: int = 1
    alone: bool = False
    uneven: bool = False
    loaded: bool = False
    lines: bool = False
    next: bool = False
    shared: int = 0
    size: int = SPACE
    launches: int = 3

    @property
    def bytes(self) -> int:
        """Bytes of a part."""
        return self.word * self.lanes

    @property
    def parts(self) -> int:
        return 2 if self.uneven else 32 // self.bytes

    @property
    def blocks(self) -> int:
        sectors = _BLOCK_WARPS * self.groups * (32 // self.lanes)
        sharing = 1 if self.owner == _WARP else self.parts
        return self.size // (sectors * 32) * sharing

    @property
    def stored(self) -> float:
        """Bytes that a launch stores."""
        part = (24 if self.uneven else self.bytes) / 32
        return self.size * (part if self.alone else 1.0)

    def cubin(self) -> bytes:
        kind, values, opcode = _KINDS[self.word]
        unit, first = _OWNERS[self.owner]
        stored = 1 if self.alone or self.owner != _WARP else self.parts
        mask = "(lane % 4 == 3) == part" if self.uneven else "true"
        text = _PARTS.replace("<load>", _LOAD if self.loaded else "")
        for name, value in {
            "unit": unit, "first": first, "parts": self.parts, "lanes": self.lanes,
            "sectors": 32 // self.lanes, "groups": self.groups, "word": self.word,
            "bytes": 0 if self.uneven else self.bytes, "stored": stored, "mask": mask,
            "kind": kind, "values": values,
            "apart": 128 if self.lines else 32, "step": 32 if self.lines else 1024 // self.lanes,
            "part": f"at % {stored}" if self.next else f"at / {self.groups}",
            "group": f"at / {stored}" if self.next else f"at % {self.groups}",
        }.items():  # fmt: skip
            text = text.replace(f"<{name}>", str(value))
        return compiled(text, {opcode: self.groups * stored})


def _in_a_row() -> dict[str, Point]:
    whole = Point(16, 2)
    cases = {"32 B": whole, "32 B, one block": whole._replace(shared=_ONE_BLOCK)}
    for groups in (1, 2, 4, 16, 64):
        cases[f"16 B, {groups} stores apart"] = Point(16, groups=groups)
    for groups in (1, 4, 16, 64):
        cases[f"4 lanes of 4 B, {groups} stores apart"] = Point(4, 4, groups=groups)
    for groups in (1, 4, 16):
        point = Point(16, groups=groups, shared=_ONE_BLOCK)
        cases[f"16 B, {groups} stores apart, one block"] = point
    for word in (4, 8):
        for groups in (1, 4):
            cases[f"{word} B, {groups} stores apart"] = Point(word, groups=groups)
    uneven = Point(8, 4, uneven=True)
    cases |= {
        "24 B, then 8 B": uneven,
        "24 B, then 8 B, 4 stores apart": uneven._replace(groups=4),
        "24 B alone": uneven._replace(alone=True, groups=4),
    }
    for word in (4, 8, 16):
        cases[f"{word} B alone"] = Point(word, alone=True, groups=4)
        cases[f"{word} B by neighbouring warps"] = Point(word, owner=_WARPS, groups=4)
    for window in (1, 16, 256, 1024, 4096, 16384):
        cases[f"16 B by blocks {window} apart"] = Point(16, owner=_BLOCKS, window=window)
    cases["32 B, loaded before"] = whole._replace(groups=4, loaded=True)
    for groups in (1, 4):
        cases[f"16 B, {groups} stores apart, loaded before"] = Point(16, groups=groups, loaded=True)
    for name, point in (
        ("32 B", whole),
        ("16 B, 1 stores apart", Point(16)),
        ("16 B, 16 stores apart", Point(16, groups=16)),
        ("16 B by neighbouring warps", Point(16, owner=_WARPS, groups=4)),
    ):
        cases[f"{name}, 32 MiB"] = point._replace(size=1 << 25, launches=40)
    return cases


def _by_lines() -> dict[str, Point]:
    cases = {}
    for word, lanes in ((4, 4), (4, 2), (16, 1), (8, 1)):
        point = Point(word, lanes, groups=4, lines=True)
        name = f"{32 // lanes} lines, {word * lanes} B"
        cases |= {
            f"{name}, 1 stores apart": point._replace(next=True),
            f"{name}, 4 stores apart": point,
            f"{name}, 1 stores apart, one block": point._replace(next=True, shared=_ONE_BLOCK),
        }
    for word, lanes in ((4, 8), (16, 2)):
        cases[f"{32 // lanes} lines, 32 B"] = Point(word, lanes, groups=4, lines=True)
    return cases


def points(name: str) -> dict[str, Point]:
    """Row of a microbenchmark's table -> its point."""
    return _by_lines() if name == "dram.parts_by_lines" else _in_a_row()


def _measure(name: str, method: str) -> Measure:
    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        entries, out, space = {}, gpu.buffer(1 << 10), gpu.buffer(SPACE)
        for label, point in points(name).items():
            function, grid = gpu.function(made[label], "parts"), point.blocks
            arguments = out, space, np.uint32(point.window)
            launch = partial(function.launch, grid, 32 * _BLOCK_WARPS, arguments, point.shared)
            samples = [
                gpu.microseconds(
                    lambda launch=launch, count=point.launches: [launch() for _ in range(count)]
                )
                for _ in range(REPETITIONS + 1)
            ][1:]
            entries[label] = [point.launches * point.stored / us / 1e3 for us in samples]
        gpu.free(space, out)
        return table(entries)

    def cubins() -> dict[str, bytes]:
        return {label: point.cubin() for label, point in points(name).items()}

    return Measure(name, "GB/s", method, cubins, run)


def measures() -> list[Measure]:
    return [
        _measure(
            "dram.parts",
            "2 GiB written (or 32 MiB, 40 times) by stores of a part of each of several sectors in "
            "a row; the other parts of these sectors follow so many stores of the warp later, by "
            "the neighbouring warps of the block, by blocks so far apart in the grid, or not at "
            "all; by the bytes of a part, with all warps or one block of eight warps on a "
            "multiprocessor; bytes that are stored; back-to-back launches, by events",
        ),
        _measure(
            "dram.parts_by_lines",
            "as dram.parts, by stores of a part of one sector of each of so many lines; the other "
            "parts of these sectors follow so many stores of the warp later",
        ),
    ]
