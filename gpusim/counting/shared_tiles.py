"""Banks that a wgmma operand or a TMA box occupies in shared memory.

A tile consists of lines of 16-byte pieces; a swizzle permutes the pieces of a line. Eight lines of
one piece are a core matrix, the unit of wgmma's operand layouts (PTX ISA, "Matrix descriptor"). The
order in which tensor cores read core matrices is not documented; here each core matrix is read by
itself, as ldmatrix does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ..chips import WARP
from .wavefronts import MATRIX_ROW_BYTES, MATRIX_ROWS, matrix_wavefronts, serving

BOX = "box"


@dataclass(frozen=True, eq=False)
class SharedTile:
    """A tile at the first block's first use of it; all offsets are bytes of shared memory.

    `operand` is 'A' or 'B' of wgmma, or 'box' of TMA. `swizzle` is its span, `leading` and `stride`
    the descriptor's offsets (0 for a box). `places` holds the offset of each piece, shape (lines,
    pieces); `plain` the offset without the swizzle. `shown` are the first eight whole lines, in
    which the instruction uses the pieces from `first` on.
    """

    at: int
    line: int | None
    name: str
    operand: str
    swizzle: int
    leading: int
    stride: int
    places: np.ndarray
    plain: np.ndarray
    shown: np.ndarray
    shown_plain: np.ndarray
    first: int

    @cached_property
    def wavefronts(self) -> int:
        """Wavefronts of all core matrices, each read separately."""
        return _wavefronts(self.places)

    @cached_property
    def plain_wavefronts(self) -> int:
        """Wavefronts without the swizzle."""
        return _wavefronts(self.plain)

    @property
    def says(self) -> str:
        """Table text: 'swizzle of 128 B: 1 wavefront a core matrix, 8 without'."""
        if not self.swizzle:
            return f"no swizzle: {_each(self.wavefronts / self.matrices)} a core matrix"
        taken, plain = (total / self.matrices for total in (self.wavefronts, self.plain_wavefronts))
        return f"swizzle of {self.swizzle} B: {_each(taken)} a core matrix, {plain:g} without"

    @property
    def matrices(self) -> int:
        """Number of core matrices; each has eight lines of one piece."""
        lines, pieces = self.places.shape
        return -(-lines // MATRIX_ROWS) * pieces

    def record(self) -> TileRecord:
        lines, pieces = self.places.shape
        last = min(self.first + pieces, self.shown.shape[1])
        return TileRecord(
            instruction=self.name,
            count=1,
            operand=self.operand,
            swizzle=self.swizzle,
            leading=self.leading,
            stride=self.stride,
            lines=lines,
            line_bytes=pieces * MATRIX_ROW_BYTES,
            matrices=self.matrices,
            wavefronts=self.wavefronts,
            wavefronts_without=self.plain_wavefronts,
            pieces=self.shown.tolist(),
            pieces_without=self.shown_plain.tolist(),
            passes=_passes(self.shown, self.first, last),
            passes_without=_passes(self.shown_plain, self.first, last),
        )


@dataclass(frozen=True)
class TileRecord:
    """A wgmma operand or TMA box in shared memory, as lines of 16-byte pieces.

    `count` instructions of the kernel access it. `pieces` and `passes` describe the first eight
    lines: where each piece is stored, and in which wavefront it is read (-1: not by this
    instruction). The fields ending in `_without` describe the layout without the swizzle.
    """

    instruction: str
    count: int
    operand: str
    swizzle: int
    leading: int
    stride: int
    lines: int
    line_bytes: int
    matrices: int
    wavefronts: int
    wavefronts_without: int
    pieces: list[list[int]]
    pieces_without: list[list[int]]
    passes: list[list[int]]
    passes_without: list[list[int]]


def tile_records(tiles: Iterable[SharedTile]) -> list[TileRecord]:
    """Records of distinct tiles; `count` is the number of instructions with that tile."""
    records: list[TileRecord] = []
    for record in (tile.record() for tile in tiles):
        same = [at for at, known in enumerate(records) if replace(known, count=1) == record]
        if same:
            records[same[0]] = replace(record, count=records[same[0]].count + 1)
        else:
            records.append(record)
    return records


def _wavefronts(places: np.ndarray) -> int:
    """Wavefronts of the core matrices of (lines, pieces)."""
    lines, pieces = places.shape
    rows = -(-lines // MATRIX_ROWS) * MATRIX_ROWS
    address, active = np.zeros((rows, pieces), np.int64), np.zeros((rows, pieces), bool)
    address[:lines], active[:lines] = places, True
    shape = -1, MATRIX_ROWS
    warps = [np.zeros((pieces * rows // MATRIX_ROWS, WARP), kind) for kind in (np.int64, bool)]
    for into, of in zip(warps, (address, active), strict=True):
        into[:, :MATRIX_ROWS] = of.T.reshape(shape)
    taken, _ = matrix_wavefronts(*warps, 1)
    return int(taken.sum())


def _each(wavefronts: float) -> str:
    return f"{wavefronts:.3g} wavefront{'' if wavefronts == 1 else 's'}"


def _passes(shown: np.ndarray, first: int, last: int) -> list[list[int]]:
    """The wavefront that reads each piece, with core matrices read one after the other."""
    wavefront, before = np.full(shown.shape, -1), 0
    for piece in range(first, last):
        address, active = np.zeros(WARP, np.int64), np.zeros(WARP, bool)
        address[: len(shown)], active[: len(shown)] = shown[:, piece], True
        served = serving(address, active, MATRIX_ROW_BYTES, matrices=1)[: len(shown), 0]
        wavefront[:, piece] = before + served
        before += int(served.max()) + 1
    return wavefront.tolist()
