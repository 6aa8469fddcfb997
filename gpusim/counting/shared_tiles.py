"""Where an operand of wgmma, or a box that TMA writes, lies in shared memory, and in which banks.

Both are lines of pieces of 16 bytes; a swizzle exchanges a line's pieces among each other, by the
line. Eight lines of one piece are a core matrix, the unit in which wgmma's operands are laid out
(PTX ISA, "Matrix descriptor"). In which order the tensor cores read them is not documented; here a
core matrix is read at a time, as ldmatrix does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..chips import WARP
from .wavefronts import MATRIX_ROW_BYTES, MATRIX_ROWS, matrix_wavefronts, serving

BOX = "box"


@dataclass(frozen=True, eq=False)
class SharedTile:
    """A tile as the first block's first use of it has it, in bytes of shared memory.

    `operand` is 'A' or 'B' of wgmma, 'box' of TMA. `swizzle` is its span, `leading` and `stride`
    the descriptor's offsets (0 of a box), all in bytes. `places` has the byte of each piece, of
    shape (lines, pieces), `plain` where it would lie without the swizzle. `shown` are places of the
    first eight lines, whole ones, of which the instruction touches the pieces from `first` on.
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
        """Of all core matrices, each read by itself."""
        return _wavefronts(self.places)

    @cached_property
    def plain_wavefronts(self) -> int:
        """The same without the swizzle."""
        return _wavefronts(self.plain)

    @property
    def says(self) -> str:
        """For tables, 'swizzle of 128 B: 1 wavefront a core matrix, 8 without'."""
        if not self.swizzle:
            return f"no swizzle: {_each(self.wavefronts / self.matrices)} a core matrix"
        taken, plain = (one / self.matrices for one in (self.wavefronts, self.plain_wavefronts))
        return f"swizzle of {self.swizzle} B: {_each(taken)} a core matrix, {plain:g} without"

    @property
    def matrices(self) -> int:
        """Core matrices, of eight lines and a piece."""
        lines, pieces = self.places.shape
        return -(-lines // MATRIX_ROWS) * pieces

    def record(self) -> dict[str, Any]:
        """For JSON; `passes` has the wavefront in which each shown piece is read, -1 for those
        that the instruction does not touch."""
        lines, pieces = self.places.shape
        last = min(self.first + pieces, self.shown.shape[1])
        return {
            "instruction": self.name,
            "count": 1,
            "operand": self.operand,
            "swizzle": self.swizzle,
            "leading": self.leading,
            "stride": self.stride,
            "lines": lines,
            "line_bytes": pieces * MATRIX_ROW_BYTES,
            "matrices": self.matrices,
            "wavefronts": self.wavefronts,
            "wavefronts_without": self.plain_wavefronts,
            "pieces": self.shown.tolist(),
            "pieces_without": self.shown_plain.tolist(),
            "passes": _passes(self.shown, self.first, last),
            "passes_without": _passes(self.shown_plain, self.first, last),
        }


def tile_records(tiles: Iterable[SharedTile]) -> list[dict[str, Any]]:
    """The records of those that differ; `count` says how many instructions of the code have it."""
    found: list[dict[str, Any]] = []
    for record in (one.record() for one in tiles):
        same = next((one for one in found if one | {"count": 1} == record), None)
        if same:
            same["count"] += 1
        else:
            found.append(record)
    return found


def _wavefronts(places: np.ndarray) -> int:
    """Wavefronts that the core matrices of (lines, pieces) take."""
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
    """In which wavefront each piece is read, a core matrix after the other."""
    found, before = np.full(shown.shape, -1), 0
    for piece in range(first, last):
        address, active = np.zeros(WARP, np.int64), np.zeros(WARP, bool)
        address[: len(shown)], active[: len(shown)] = shown[:, piece], True
        served = serving(address, active, MATRIX_ROW_BYTES, matrices=1)[: len(shown), 0]
        found[:, piece] = before + served
        before += int(served.max()) + 1
    return found.tolist()
