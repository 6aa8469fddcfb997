"""Shared-memory layouts of wgmma operands and TMA boxes: descriptors, lines, swizzles.

Swizzles and matrix descriptors follow the PTX ISA; strides follow CUTLASS's canonical layouts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ..counting.shared_tiles import BOX, SharedTile
from ..counting.wavefronts import MATRIX_ROW_BYTES, MATRIX_ROWS, WORD
from ..isa.decoder import Code
from ..launch import TensorMap
from ..state.memory import SHARED_BASE

# Number of bytes shown of a line without swizzle, which may have any length.
_SHOWN_BYTES = 128


def swizzled(places: np.ndarray, span: int) -> np.ndarray:
    """Byte offsets with a swizzle of 32, 64 or 128 bytes: the bits from 4 on are XORed with those
    from 7 on."""
    if not span:
        return places
    return places ^ (places >> 7 & span // 16 - 1) << 4


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

    def words(self, rows: int, transposed: bool, *, plain: bool = False) -> np.ndarray:
        """Offsets of the words of a `rows` x 16 operand.

        Shape (rows, 8) if K-major, (16, rows / 2) if transposed (MN-major); `plain` omits the
        swizzle.
        """
        lines, words = (16, rows // 2) if transposed else (rows, 8)
        layout = self
        if transposed and not self.swizzle:
            layout = replace(self, leading=self.stride, stride=self.leading)
        return layout._places(self.start, lines, WORD * np.arange(words), plain)

    @property
    def width(self) -> int:
        """Bytes of a line."""
        return self.swizzle or MATRIX_ROW_BYTES

    def begins_within(self, words: int) -> bool:
        """Whether `words` words start inside a line and extend beyond it."""
        return self.start % self.width + min(WORD * words, self.width) > self.width

    def _places(self, start: int, lines: int, byte: np.ndarray, plain: bool) -> np.ndarray:
        line = np.arange(lines)[:, None]
        group, within = line // MATRIX_ROWS * self.stride, line % MATRIX_ROWS * self.width
        further = byte // self.width * self.leading + byte % self.width
        return swizzled(start + group + within + further, 0 if plain else self.swizzle)

    def tile(self, code: Code, operand: str, rows: int, transposed: bool) -> SharedTile:
        """The operand as an instruction reads it."""
        places, plain = (self.words(rows, transposed, plain=flag) for flag in (False, True))
        begin, whole = self.start % self.width, np.arange(0, self.width, MATRIX_ROW_BYTES)
        shown = [
            self._places(self.start - begin, MATRIX_ROWS, whole, flag) - SHARED_BASE
            for flag in (False, True)
        ]
        step = MATRIX_ROW_BYTES // WORD
        return SharedTile(
            at=code.at,
            line=code.instruction.line,
            name=_name(code),
            operand=operand,
            swizzle=self.swizzle,
            leading=self.leading,
            stride=self.stride,
            places=places[:, ::step] - SHARED_BASE,
            plain=plain[:, ::step] - SHARED_BASE,
            shown=shown[0],
            shown_plain=shown[1],
            first=begin // MATRIX_ROW_BYTES,
        )


def box_tile(code: Code, tensor: TensorMap, target: int) -> SharedTile:
    """Layout of a TMA box in shared memory from `target` on."""
    width = tensor.box[0] * tensor.itemsize
    lines = int(np.prod(tensor.box[1:]))
    plain = target + np.arange(lines)[:, None] * width + np.arange(0, width, MATRIX_ROW_BYTES)
    places = swizzled(plain, tensor.swizzle) - SHARED_BASE
    plain = plain - SHARED_BASE
    part = np.s_[:MATRIX_ROWS, : _SHOWN_BYTES // MATRIX_ROW_BYTES]
    return SharedTile(
        at=code.at,
        line=code.instruction.line,
        name=_name(code),
        operand=BOX,
        swizzle=tensor.swizzle,
        leading=0,
        stride=0,
        places=places,
        plain=plain,
        shown=places[part],
        shown_plain=plain[part],
        first=0,
    )


def _name(code: Code) -> str:
    """The opcode with its shape or rank: 'HGMMA.64x256x16', 'UTMALDG.2D'."""
    return ".".join([code.base, *code.modifiers[:1]])
