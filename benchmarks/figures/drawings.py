"""Pictures of kernels for docs/: the explorer's data, drawn as SVG.

Each function takes references LADDER:RUNG (or FILE.py:NAME:STEP) and draws a panel for each:
`tiles` (a block's tile of the output with a warp and a thread of it), `lanes` (the thread that owns
each element), `requests` (a warp's request to memory), `pieces` (an operand of wgmma in the banks),
`timelines` (a predicted iteration of the loop that takes longest); `visits` (what the loops of a
CPU access first), `shares` (the blocks of its threads); and `candidates` (a search).
"""

from __future__ import annotations

import json
import math
import statistics
from functools import cache
from typing import Any

import numpy as np
from tvm import s_tir, tirx

import schedules
from gpusim.errors import UserError
from schedules.core.files import read_bytes
from schedules.core.kernel import Kernel
from schedules.explorer.model import accesses_record
from schedules.explorer.picture import picture
from schedules.lowering.nodes import evaluate, in_loops, nodes, substituted
from schedules.views.timeline import pipeline_record

from .records import ROOT, TUNING
from .svg import COLOURS, Parts, boxes, covered, document, moved, rect, runs, text

Record = dict[str, Any]
WARP = 32
GAP, LINE = 28, 16
THREAD, WARPS = COLOURS[1], COLOURS[0]


@cache
def kernel_of(reference: str) -> Kernel:
    """The kernel of LADDER:RUNG, or of a file of examples/; extents may follow."""
    place, *extents = reference.split(" ")
    place = f"{ROOT}/{place}" if place.startswith("examples/") else place
    shape = [int(extent) for extent in extents] or None
    return schedules.explore(place, shape=shape).kernel


def name_of(reference: str) -> str:
    """'vthread' of 'gemm/sgemm_tvm:vthread'."""
    return reference.rpartition(":")[2]


def plural(count: float, name: str) -> str:
    return f"{count:g} {name}{'s' * (count != 1)}"


def side_by_side(title: str, panels: list[tuple[Parts, float, float]]) -> str:
    """A picture of panels (parts, width, height) in a row."""
    drawn, x = [], 0.0
    for parts, width, _ in panels:
        drawn.append(moved(parts, x, 0))
        x += width + GAP
    return document(title, x - GAP, max(height for *_, height in panels), drawn)


def stacked(
    title: str, panels: list[tuple[Parts, float, float]], below: Parts, high: float = LINE
) -> str:
    """A picture of panels (parts, width, height) in a column, with text below, `high` pixels."""
    drawn, y = [], 0.0
    for parts, _, height in panels:
        drawn.append(moved(parts, 0, y))
        y += height + 14
    drawn.append(moved(below, 0, y))
    return document(title, max(width for _, width, _ in panels), y + high, drawn)


# --- Tiles and lanes ------------------------------------------------------------------------------


def owners(reference: str) -> tuple[Record, np.ndarray]:
    """The picture of a kernel's output and the owner of each element of a block's tile."""
    kernel = kernel_of(reference)
    shown = picture(kernel.step.mod, kernel.launches)
    if shown is None:
        raise UserError(f"the tile of {reference} cannot be drawn")
    owner = np.array(shown["owner"])
    return shown, owner.reshape(shown["tile"] if len(shown["tile"]) == 2 else (-1, 1))


def tiles(*references: str) -> str:
    """The output's tile of one block: all of it, what its first warp owns, its first thread."""
    title = "Tile of a block, with a warp and a thread: " + ", ".join(map(name_of, references))
    return side_by_side(title, [_tile(reference) for reference in references])


def _tile(reference: str) -> tuple[Parts, float, float]:
    shown, owner = owners(reference)
    rows, columns = owner.shape
    scale = 256 // max(rows, columns) or 256 / max(rows, columns)
    top, width = 54, 268.0
    threads = int(np.prod(shown["block"]))
    each = int(np.count_nonzero(owner == 0))

    def places(mask: np.ndarray) -> list[tuple[float, float, float, float]]:
        return [
            (scale * column, top + scale * row, scale * wide, max(scale * high, 1))
            for row, column, high, wide in covered(mask)
        ]

    parts = [
        text(0, 12, name_of(reference), "t"),
        text(0, 28, f"block: {rows} x {columns} of {shown['output']}, {threads} threads", "f"),
        rect(0, 34, 9, 9, WARPS),
        text(13, 43, "warp 0"),
        rect(62, 34, 9, 9, THREAD),
        text(75, 43, f"thread 0: {plural(each, 'element')}"),
        rect(0, top, scale * columns, max(scale * rows, 1), "b"),
        boxes(places((owner >= 0) & (owner < WARP) & (owner > 0)), WARPS),
        boxes(places(owner == 0), THREAD),
    ]
    return parts, width, top + scale * rows + 4


def lanes(rows: int, columns: int, *references: str) -> str:
    """The first rows and columns of a block's tile, with the number of each element's thread."""
    title = "Threads of the elements of a tile: " + ", ".join(map(name_of, references))
    return side_by_side(title, [_lanes(each, rows, columns) for each in references])


def _lanes(reference: str, rows: int, columns: int) -> tuple[Parts, float, float]:
    shown, owner = owners(reference)
    corner = owner[:rows, :columns]
    high, wide = _unit(corner, 0), _unit(corner, 1)
    threads = corner[::high, ::wide]
    cell, tall, top = 24, 16, 38
    parts = [
        text(0, 12, name_of(reference), "t"),
        text(0, 28, f"{high} x {wide} of {shown['output']} per cell; its thread", "f"),
    ]
    colours: dict[str, list[tuple[float, float, float, float]]] = {}
    for (row, column), number in np.ndenumerate(threads):
        look = THREAD if number == 0 else WARPS if number < WARP else "b"
        place = (cell * column, top + tall * row, cell - 1, tall - 1)
        colours.setdefault(look, []).append(place)
    parts += [boxes(places, look) for look, places in colours.items()]
    parts += [
        text(
            cell * column + cell / 2 - 0.5,
            top + tall * row + 11,
            number,
            f"s m{' k' if number < WARP else ''}",
        )
        for (row, column), number in np.ndenumerate(threads)
    ]
    return parts, max(cell * threads.shape[1], 190), top + tall * threads.shape[0] + 2


def _unit(corner: np.ndarray, axis: int) -> int:
    """How many neighbours along an axis always belong to one thread."""
    size = corner.shape[axis]
    for unit in range(size, 0, -1):
        if size % unit == 0:
            blocks = np.moveaxis(corner, axis, 0).reshape(size // unit, unit, -1)
            if (blocks == blocks[:, :1]).all():
                return unit
    return 1


# --- Requests to memory ---------------------------------------------------------------------------

CELL, HIGH, LEFT = 22, 15, 60
ROW, SECTOR, WORD = 128, 32, 4
MOST_ROWS = 8


def requests(*accesses: str) -> str:
    """One request of a warp for each access 'REFERENCE SCOPE KIND BUFFER'.

    Shared memory is drawn by banks and wavefronts, global memory by sectors.
    """
    panels = [_request(*access.split(" ")) for access in accesses]
    title = "A warp's request to memory: " + "; ".join(accesses)
    shared = any(" shared " in access for access in accesses)
    note = (
        "Numbers: lanes. A color: one wavefront, up to one word from each of the 32 banks."
        if shared
        else "Numbers: lanes. Blue: bytes that the warp uses. Gray: fetched in the same sectors."
    )
    return stacked(title, panels, [text(LEFT, 11, note, "f")])


def request_of(reference: str, scope: str, kind: str, buffer: str) -> Record:
    """The request of an access that takes the most wavefronts or sectors over the launch."""
    found = [
        request
        for part in kernel_of(reference).accesses
        for access in accesses_record(part)["accesses"]
        if (access["scope"], access["kind"], access["buffer"]) == (scope, kind, buffer)
        for request in access["warps"]
    ]
    if not found:
        raise UserError(f"{reference} has no {scope} {kind} of {buffer} that can be drawn")
    return max(found, key=lambda request: (request["taken"] * request["often"], request["often"]))


def _request(reference: str, scope: str, kind: str, buffer: str) -> tuple[Parts, float, float]:
    request = request_of(reference, scope, kind, buffer)
    shared = scope == "shared"
    active = sum(byte >= 0 for byte in request["lanes"])
    told = (
        f"{plural(request['taken'], 'wavefront')} (at least {request['least']})"
        if shared
        else f"{plural(request['taken'], 'sector')} of {SECTOR} bytes (at least "
        f"{request['least']}) for {active} lanes of {request['width']} bytes"
    )
    parts = [
        text(LEFT, 12, f"{name_of(reference)}: {request['name']}, {kind} of {buffer}", "t"),
        text(LEFT + 32 * CELL, 12, told, "t e"),
    ]
    y = 22
    if shared:
        parts.append(text(LEFT - 6, y + 11, "bank", "f e"))
        parts += [text(LEFT + CELL * at + 9.5, y + 11, at, "s m f") for at in range(32)]
        y += HIGH
    words = _words(request, shared)
    rows = sorted({word * WORD // ROW for word in words})
    for row in rows[:MOST_ROWS]:
        mine = {word: parts for word, parts in words.items() if word * WORD // ROW == row}
        deep = max(map(len, mine.values()))
        parts.append(text(LEFT - 6, y + 11, f"+{row * ROW:,}", "f e"))
        parts += _row(mine, y, deep, shared)
        y += HIGH * deep
    if len(rows) > MOST_ROWS:
        more = f"{len(rows) - MOST_ROWS} more rows of {ROW} bytes"
        parts.append(text(LEFT, y + 11, more, "f"))
        y += HIGH
    return parts, LEFT + 32 * CELL, y + 2


def _words(request: Record, shared: bool) -> dict[int, list[tuple[int, tuple[int, ...]]]]:
    """For each word, the wavefronts that deliver it (0 for global memory) and their lanes."""
    found: dict[int, dict[int, list[int]]] = {}
    for lane, byte in enumerate(request["lanes"]):
        for part in range(max(1, request["width"] // WORD) if byte >= 0 else 0):
            wave = int(request["wavefront"][lane][part], 36) if shared else 0
            lanes = found.setdefault(byte // WORD + part, {}).setdefault(wave, [])
            if lane not in lanes:
                lanes.append(lane)
    return {
        word: [(wave, tuple(lanes)) for wave, lanes in sorted(waves.items())]
        for word, waves in sorted(found.items())
    }


def _row(words: dict, y: float, deep: int, shared: bool) -> Parts:
    """The words of a row of banks, or of a line of four sectors; equal neighbours are one box."""
    parts = []
    if shared:
        parts.append(rect(LEFT, y, 32 * CELL - 1, HIGH * deep - 1, "b"))
    else:
        touched = sorted({word % 32 // 8 for word in words})
        places = [(LEFT + 8 * CELL * part, y, 8 * CELL - 1, HIGH * deep - 1) for part in touched]
        parts.append(boxes(places, "g"))
        absent = [(LEFT + 8 * CELL * at, y) for at in range(4) if at not in touched]
        parts += [rect(x + 0.5, y + 0.5, 8 * CELL - 2, HIGH * deep - 2, "o") for x, y in absent]
    by_place: dict[int, list] = {word % 32: told for word, told in words.items()}
    for layer in range(deep):
        line = [
            by_place[at][layer] if len(by_place.get(at, ())) > layer else None for at in range(32)
        ]
        for low, high, told in runs(line):
            if told is None:
                continue
            wave, who = told
            wide = CELL * (high - low)
            colour = COLOURS[wave % len(COLOURS)]
            parts.append(rect(LEFT + CELL * low, y + HIGH * layer, wide - 1, HIGH - 1, colour))
            said = ranges(who)
            if 5 * len(said) - 2.5 * said.count(",") <= wide + 1:
                middle = LEFT + CELL * low + wide / 2 - 0.5
                parts.append(text(middle, y + HIGH * layer + 11, said, "s m k"))
    return parts


def ranges(numbers: tuple[int, ...]) -> str:
    """'0-3,7' of sorted numbers."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ",".join(str(low) if low == high else f"{low}-{high}" for low, high in parts)


def pieces(reference: str, operand: str) -> str:
    """An operand of wgmma, 'A' or 'B': where its 16-byte pieces lie without a swizzle, and with its
    own."""
    tile = next(
        tile
        for part in kernel_of(reference).accesses
        for access in accesses_record(part)["accesses"]
        for tile in access["tiles"]
        if tile["operand"] == operand
    )
    panels = []
    for name, places, taken in (
        ("without a swizzle", tile["pieces_without"], tile["wavefronts_without"]),
        (f"swizzle of {tile['swizzle']} bytes", tile["pieces"], tile["wavefronts"]),
    ):
        each = taken / tile["matrices"]
        told = f"eight lines of one piece: {plural(each, 'wavefront')}"
        parts = [
            text(LEFT, 12, f"{name_of(reference)}: operand {operand}, {name}", "t"),
            text(LEFT + 32 * CELL, 12, told, "t e"),
            text(LEFT - 6, 33, "bank", "f e"),
            *(text(LEFT + CELL * at + 9.5, 33, at, "s m f") for at in range(32)),
        ]
        first = min(byte for line in places for byte in line) // ROW
        for piece, bytes_of in enumerate(zip(*places, strict=True)):
            corners = [
                (LEFT + CELL * (byte % ROW // WORD), 37 + HIGH * (byte // ROW - first))
                for byte in bytes_of
            ]
            shapes = [(x, y, 4 * CELL - 1, HIGH - 1) for x, y in corners]
            parts.append(boxes(shapes, COLOURS[piece % len(COLOURS)]))
            parts += [
                text(x + 2 * CELL, y + 11, f"{line}.{piece}", "s m k")
                for line, (x, y) in enumerate(corners)
            ]
        low = max(byte for line in places for byte in line) // ROW - first
        panels.append((parts, LEFT + 32 * CELL, 37.0 + HIGH * (low + 1)))
    title = f"Operand {operand} of {reference} in the banks of shared memory"
    note = "A box: line.piece, 16 bytes of a line of 128. Eight boxes of a color are read together."
    return stacked(title, panels, [text(LEFT, 11, note, "f")])


# --- Timelines ------------------------------------------------------------------------------------

COLUMNS, WIDE, BAR, NAMES = 160, 640, 11, 130
MOST_WARPS = 4
# Pipes that are less busy than this, in ninths, at any time are not drawn.
LEAST_BUSY = 5
# What a warp does, by the activities of the timing model, and the colour of each kind.
KINDS = (
    ("computes", COLOURS[2], {"multiplies"}),
    ("copies", COLOURS[0], {"loads from or stores to global memory"}),
    ("uses shared memory", COLOURS[3], {"uses shared memory or shuffles"}),
    ("other instructions", COLOURS[6], {"any other instruction"}),
    (
        "waits for data",
        COLOURS[4],
        {"waits for global memory", "waits for shared memory", "waits for a copy (mbarrier)"},
    ),
    ("waits at a barrier", COLOURS[1], {"waits at a barrier"}),
    ("waits for tensor cores", COLOURS[5], {"waits for tensor cores"}),
    (
        "waits for a busy pipe or an issue slot",
        COLOURS[7],
        {"waits for a pipe or register port", "waits for an issue slot"},
    ),
)
OTHER = "h"


def timelines(*references: str) -> str:
    """What warps do, and how busy the pipes are, in an iteration on a predicted H200."""
    panels = [_timeline(reference) for reference in references]
    legend, x, y = [], 0, 0
    for name, colour in [(name, colour) for name, colour, _ in KINDS] + [("waits: other", OTHER)]:
        wide = 26 + int(4.6 * len(name))
        if x + wide > NAMES + WIDE:
            x, y = 0, y + LINE
        legend += [rect(x, y + 2, 9, 9, colour), text(x + 12, y + 11, name, "s")]
        x += wide
    title = "Predicted activity of warps and pipes: " + ", ".join(map(name_of, references))
    return stacked(title, panels, legend, y + LINE)


@cache
def pipeline_of(reference: str) -> Record:
    return pipeline_record(kernel_of(reference))


def _timeline(reference: str) -> tuple[Parts, float, float]:
    shown = pipeline_of(reference)
    kind_of = {
        number: next((at for at, (*_, names) in enumerate(KINDS) if name in names), len(KINDS))
        for number, name in enumerate(shown["activities"])
    }
    colours = [colour for _, colour, _ in KINDS] + [OTHER]
    count = len(shown["warps"])
    chosen = sorted({round(at * (count - 1) / (MOST_WARPS - 1)) for at in range(MOST_WARPS)})
    step = WIDE / COLUMNS
    parts = [
        text(0, 12, name_of(reference), "t"),
        text(
            NAMES + WIDE,
            12,
            f"predicted: {shown['cycles']:,} cycles of an SM of an H200, "
            f"{plural(shown['resident'], 'block')} per SM",
            "f e",
        ),
    ]
    y = 20
    looks: dict[str, list[tuple[float, float, float, float]]] = {}
    for at in chosen:
        warp = shown["warps"][at]
        parts.append(text(NAMES - 6, y + 9, f"block {warp['block']}, warp {warp['warp']}", "s e"))
        for low, high, kind in runs(_activity(warp["spans"], shown["cycles"], kind_of)):
            if kind >= 0:
                place = (NAMES + step * low, y, step * (high - low), BAR)
                looks.setdefault(colours[kind], []).append(place)
        y += BAR + 2
    y += 4
    for pipe in shown["pipes"]:
        digits = [int(digit) for digit in pipe["row"]]
        wide = len(digits) // COLUMNS
        row = [sum(digits[at : at + wide]) // wide for at in range(0, len(digits), wide)]
        if max(row) < LEAST_BUSY:
            continue
        parts.append(text(NAMES - 6, y + 9, f"{pipe['name']}, busy", "s e"))
        for low, high, share in runs([(share + 1) // 2 for share in row]):
            tall = round(BAR * share / 5, 1)
            place = (NAMES + step * low, y + BAR - tall, step * (high - low), tall)
            looks.setdefault("f", []).append(place)
        y += BAR + 2
    parts += [boxes(places, look) for look, places in looks.items()]
    return parts, NAMES + WIDE, y


def _activity(spans: list[float], cycles: float, kind_of: dict[int, int]) -> list[int]:
    """The kind of activity that takes most of each column; -1 for none."""
    spent = np.zeros((COLUMNS, len(KINDS) + 1))
    end = 0.0
    for at in range(0, len(spans), 4):
        start = end + spans[at]
        end = start + spans[at + 1]
        low, high = start * COLUMNS / cycles, end * COLUMNS / cycles
        for column in range(int(low), min(COLUMNS, int(np.ceil(high)))):
            share = min(high, column + 1) - max(low, column)
            spent[column, kind_of[int(spans[at + 2])]] += share
    return [int(line.argmax()) if line.any() else -1 for line in spent]


# --- Loops of a CPU -------------------------------------------------------------------------------

# Rows and columns that are drawn, of how many multiplications, and of how many iterations.
SHOWN, MULTIPLIED, ITERATIONS = (64, 128), 1 << 18, 64
ROW_WORDS = 1024


class Nest:
    """The block of a CPU kernel that adds up most often, with the loops around it."""

    def __init__(self, reference: str) -> None:
        found = in_loops(s_tir.SBlockRealize, kernel_of(reference).step.mod)
        loops, realize = max(found, key=lambda one: math.prod(int(loop.extent) for loop in one[0]))
        self.block = realize.block
        self.extents = [int(loop.extent) for loop in loops]
        self.loops = [loop.loop_var for loop in loops]
        axes = list(zip(self.block.iter_vars, realize.iter_values, strict=True))
        self.iters = {axis.var: value for axis, value in axes}
        reduced = [value for axis, value in axes if axis.iter_type == tirx.IterVar.CommReduce]
        over = {*nodes(tirx.Var, *reduced)}
        self.reductions = [number for number, loop in enumerate(self.loops) if loop in over]

    def indices(self, region: Any, extents: list[int], count: int) -> list[np.ndarray]:
        """What the first iterations access of an array, along each axis."""
        places = np.unravel_index(np.arange(count), extents)
        values = dict(zip(self.loops, places, strict=True))
        return [evaluate(substituted(extent.min, self.iters), values) for extent in region.region]


def visits(*references: str) -> str:
    """What the loops of CPU kernels access first, in the arrays as they lie in memory."""
    title = "Elements accessed first: " + ", ".join(map(name_of, references))
    note = (
        f"A row: 4 KB of memory. Orange: one iteration of the innermost loop over k. Blue: "
        f"{ITERATIONS} of them. Gray: the first {MULTIPLIED:,} multiplications."
    )
    return stacked(title, [_visits(each) for each in references], [text(0, 11, note, "f")])


def _visits(reference: str) -> tuple[Parts, float, float]:
    nest = Nest(reference)
    each = math.prod(nest.extents[nest.reductions[-1] + 1 :])
    (written,) = nest.block.writes
    read = [one for one in nest.block.reads if not one.source.same_as(written.source)]
    rows, columns = SHOWN
    parts, x = [text(0, 12, name_of(reference), "t")], 0
    for region in [written, *read]:
        indices = nest.indices(region, nest.extents, MULTIPLIED)
        address = np.zeros(MULTIPLIED, dtype=np.int64)
        for size, index in zip(region.source.ty.shape, indices, strict=True):
            address = address * int(size) + index
        count, lines = len(np.unique(address)), len(np.unique(address // 16))
        told = f"{region.source.name}: {count:,} elements, {lines:,} cache lines"
        parts += [text(x, 28, told, "f"), rect(x, 34, 2 * columns, 2 * rows, "b")]
        for first, look in ((MULTIPLIED, "h"), (each * ITERATIONS, WARPS), (each, THREAD)):
            mask = np.zeros((rows, ROW_WORDS), dtype=bool)
            mask[np.divmod(address[:first][address[:first] < mask.size], ROW_WORDS)] = True
            places = [
                (x + 2 * left, 34 + 2 * top, 2 * wide, 2 * high)
                for top, left, high, wide in covered(mask[:, :columns])
            ]
            parts.append(boxes(places, look))
        x += 2 * columns + GAP
    return parts, x - GAP, 36 + 2 * rows


def shares(*references: str) -> str:
    """The blocks of the output that a CPU's threads compute, as TVM's pool distributes them."""
    title = "Blocks of two threads: " + ", ".join(map(name_of, references))
    return side_by_side(title, [_shares(each) for each in references])


def _shares(reference: str) -> tuple[Parts, float, float]:
    nest = Nest(reference)
    extents = [1 if at in nest.reductions else size for at, size in enumerate(nest.extents)]
    (written,) = nest.block.writes
    limits = kernel_of(reference).workload.shape[:2]
    rows, columns = (
        np.minimum(index, limit - 1).reshape(extents[0], -1)
        for index, limit in zip(
            nest.indices(written, extents, math.prod(extents)), limits, strict=True
        )
    )
    scale, top = 256 / max(limits), 36
    corners = [
        (int(row.min()), int(column.min()), int(np.ptp(row)) + 1, int(np.ptp(column)) + 1)
        for row, column in zip(rows, columns, strict=True)
    ]
    sizes = sorted({(high, wide) for *_, high, wide in corners}, reverse=True)
    told = ", ".join(f"{high} x {wide}" for high, wide in sizes)
    parts = [
        text(0, 12, name_of(reference), "t"),
        text(0, 28, f"{plural(extents[0], 'block')} of {told}", "f"),
    ]
    half = len(corners) // 2
    for mine, look in ((corners[:half], THREAD), (corners[half:], WARPS)):
        places = [
            tuple(round(scale * number, 1) for number in (column, row, wide, high))
            for row, column, high, wide in mine
        ]
        parts.append(boxes([(x, top + y, w - 1, h - 1) for x, y, w, h in places], look))
    return parts, 300, top + 258


# --- Searches -------------------------------------------------------------------------------------


def candidates(record: str) -> str:
    """The times of a search's candidates, from fast to slow, beside the hand-written tile."""
    lines = [json.loads(line) for line in read_bytes(TUNING / record).splitlines()]
    every = [line for line in lines if line["type"] == "candidate" and line["kind"] == "ok"]
    times = sorted(statistics.median(line["times_us"]) / 1e3 for line in every)
    (final,) = (line for line in lines if line["type"] == "final")
    by_hand = final["hand_written_us"] / 1e3
    left, top, high, wide = 46, 28, 150, 640
    bar = wide / len(times)
    scale = high / times[-1]
    bars = [
        (round(left + bar * at, 2), round(top + high - scale * time, 1), bar - 1, scale * time)
        for at, time in enumerate(times)
    ]
    y = round(top + high - scale * by_hand, 1)
    told = (
        f"{len(times)} tiles, {times[0]:.2f} to {times[-1]:.2f} ms; "
        f"the hand-written one takes {by_hand:.2f}"
    )
    parts = [
        text(left, 12, record.partition("_")[0], "t"),
        text(left + wide, 12, told, "t e"),
        boxes([(x, y, w, round(h, 1)) for x, y, w, h in bars], WARPS),
        f'<path d="M{left} {y:g}h{wide}" stroke="{THREAD}" stroke-width="2"/>',
        *(
            text(left - 6, top + high - scale * at + 4, f"{at} ms", "f e")
            for at in range(0, int(times[-1]) + 1, max(1, int(times[-1]) // 4))
        ),
    ]
    title = f"Times of the candidates of {record}"
    note = text(left, 11, "A bar: the measured time of one tile. Line: the hand-written tile.", "f")
    return stacked(title, [(parts, left + wide, top + high)], [note])
