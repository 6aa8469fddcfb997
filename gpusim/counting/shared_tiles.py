"""Layouts of wgmma operands and TMA boxes in shared memory, and the banks that they occupy.

Swizzles and matrix descriptors follow the PTX ISA; strides follow CUTLASS's canonical layouts. A
tile consists of lines of 16-byte pieces; a swizzle permutes the pieces of a line. Eight lines of
one piece are a core matrix, the unit of wgmma's operand layouts (PTX ISA, "Matrix descriptor"). The
order in which tensor cores read core matrices is not documented; here each core matrix is read by
itself, as ldmatrix does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from ..chips import WARP
from ..isa.decoder import Code
from ..launch import TensorMap
from ..state.memory import SHARED_BASE
from .wavefronts import MATRIX_ROW_BYTES, MATRIX_ROWS, WORD, matrix_wavefronts, serving

BOX = "box"
# Number of bytes shown of a line without swizzle, which may have any length.
_SHOWN_BYTES = 128


def swizzled(places: np.ndarray, span: int) -> np.ndarray:
    """Byte offsets with a swizzle of 32, 64 or 128 bytes: the bits from 4 on are XORed with those
    from 7 on."""
    if not span:
        return places
    return places ^ (places >> 7 & span // 16 - 1) << 4


@dataclass(frozen=True, eq=False)
class SharedTile:
    """A tile at the first block's first use of it; all offsets are bytes of shared memory.

    `operand` is 'A' or 'B' of wgmma, or 'box' of TMA. `swizzle` is its span, `leading` and `stride`
    the descriptor's offsets (0 for a box). `plain` holds the offset of each piece without the
    swizzle, shape (lines, pieces). `shown` are the first eight whole lines, also without the
    swizzle; the instruction uses their pieces from `first` on.
    """

    code: Code
    operand: str
    plain: np.ndarray
    shown: np.ndarray
    swizzle: int = 0
    leading: int = 0
    stride: int = 0
    first: int = 0

    @property
    def at(self) -> int:
        return self.code.at

    @property
    def line(self) -> int | None:
        return self.code.instruction.line

    @property
    def name(self) -> str:
        """The opcode with its shape or rank: 'HGMMA.64x256x16', 'UTMALDG.2D'."""
        return ".".join([self.code.base, *self.code.modifiers[:1]])

    @property
    def says(self) -> str:
        """Table text: 'swizzle of 128 B: 1 wavefront a core matrix, 8 without'."""
        if not self.swizzle:
            return f"no swizzle: {_each(_wavefronts(self.plain) / self.matrices)} a core matrix"
        taken, plain = (
            _wavefronts(places) / self.matrices
            for places in (swizzled(self.plain, self.swizzle), self.plain)
        )
        return f"swizzle of {self.swizzle} B: {_each(taken)} a core matrix, {plain:g} without"

    @property
    def matrices(self) -> int:
        """Number of core matrices; each has eight lines of one piece."""
        lines, pieces = self.plain.shape
        return -(-lines // MATRIX_ROWS) * pieces

    def record(self) -> TileRecord:
        lines, pieces = self.plain.shape
        places, shown = (swizzled(each, self.swizzle) for each in (self.plain, self.shown))
        used = self.first, min(self.first + pieces, shown.shape[1])
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
            wavefronts=_wavefronts(places),
            wavefronts_without=_wavefronts(self.plain),
            pieces=shown.tolist(),
            pieces_without=self.shown.tolist(),
            passes=_passes(shown, *used),
            passes_without=_passes(self.shown, *used),
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


# --- layouts --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Descriptor:
    """A matrix descriptor of wgmma, in bytes.

    A line is as wide as the swizzle, or 16 bytes without; eight lines form a group. The next group
    is `stride` bytes away (bits 32 to 45 of the descriptor, in units of 16 bytes). Columns beyond a
    line's width continue `leading` bytes away (bits 16 to 29). Without swizzle the two distances of
    an MN-major operand change roles.
    """

    start: int
    leading: int
    stride: int
    swizzle: int

    @classmethod
    def of(cls, low: int, high: int, unknown: Callable[[str], Exception]) -> Descriptor:
        """Decode two words; raises `unknown(...)` for an unsupported layout."""
        swizzle = {1: 128, 2: 64, 3: 32, 0: 0}[high >> 30]
        if high >> 17 & 7:
            raise unknown("an operand with a base offset")
        return cls(*((bits & 0x3FFF) << 4 for bits in (low, low >> 16, high)), swizzle)

    def words(self, rows: int, transposed: bool) -> np.ndarray:
        """Offsets of the words of a `rows` x 16 operand.

        Shape (rows, 8) if K-major, (16, rows / 2) if transposed (MN-major).
        """
        return swizzled(self._plain(rows, transposed), self.swizzle)

    def _plain(self, rows: int, transposed: bool) -> np.ndarray:
        """The same without the swizzle."""
        lines, words = (16, rows // 2) if transposed else (rows, 8)
        layout = self
        if transposed and not self.swizzle:
            layout = replace(self, leading=self.stride, stride=self.leading)
        return layout._places(self.start, lines, WORD * np.arange(words))

    @property
    def width(self) -> int:
        """Bytes of a line."""
        return self.swizzle or MATRIX_ROW_BYTES

    def begins_within(self, words: int) -> bool:
        """Whether `words` words start inside a line and extend beyond it."""
        return self.start % self.width + min(WORD * words, self.width) > self.width

    def _places(self, start: int, lines: int, byte: np.ndarray) -> np.ndarray:
        line = np.arange(lines)[:, None]
        group, within = line // MATRIX_ROWS * self.stride, line % MATRIX_ROWS * self.width
        return start + group + within + byte // self.width * self.leading + byte % self.width

    def tile(self, code: Code, operand: str, rows: int, transposed: bool) -> SharedTile:
        """The operand as an instruction reads it."""
        begin, whole = self.start % self.width, np.arange(0, self.width, MATRIX_ROW_BYTES)
        return SharedTile(
            code,
            operand,
            self._plain(rows, transposed)[:, :: MATRIX_ROW_BYTES // WORD] - SHARED_BASE,
            self._places(self.start - begin, MATRIX_ROWS, whole) - SHARED_BASE,
            self.swizzle,
            self.leading,
            self.stride,
            begin // MATRIX_ROW_BYTES,
        )


def box_tile(code: Code, tensor: TensorMap, target: int) -> SharedTile:
    """Layout of a TMA box in shared memory from `target` on."""
    width = tensor.box[0] * tensor.itemsize
    lines = int(np.prod(tensor.box[1:]))
    plain = target + np.arange(lines)[:, None] * width + np.arange(0, width, MATRIX_ROW_BYTES)
    plain -= SHARED_BASE
    shown = plain[:MATRIX_ROWS, : _SHOWN_BYTES // MATRIX_ROW_BYTES]
    return SharedTile(code, BOX, plain, shown, tensor.swizzle)
