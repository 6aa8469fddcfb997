"""wgmma: 64 x N matrix multiplication of a warpgroup.

Semantics follow the PTX ISA; the packing of operands in SASS was determined by compiling PTX with
known operands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import ml_dtypes
import numpy as np

from ...arithmetic.rounding import BFLOAT16, FLOAT16, decoded
from ...arithmetic.tensor_cores import FLOAT8_BITS, HALF_BITS, as_tf32, multiply_add
from ...chips import WARP
from ...isa.operands import Code
from ...state.memory import SHARED_BASE
from ...state.registers import Mask
from ..shared_layouts import Descriptor
from ..warpgroups import accumulator_registers
from . import Action, instruction
from .hopper import WARPGROUP
from .matrices import whole_warps

if TYPE_CHECKING:
    from ..interpreter import Interpreter

# Words of a row of A or B, of any type, and registers of A per thread.
_ROW_WORDS, _A_REGISTERS = 8, 4
_FLOAT8 = {
    "E4M3": np.dtype(ml_dtypes.float8_e4m3fn),
    "E5M2": np.dtype(ml_dtypes.float8_e5m2),
}
_INTEGERS = {"S8": np.dtype(np.int8), "U8": np.dtype(np.uint8)}
# Converts words of an operand to float64; two-dimensional, the elements of a word are adjacent.
Numbers = Callable[[np.ndarray], np.ndarray]
# (A, B, accumulators), of shapes (64, K), (K, N) and (64, N) -> new accumulators as float32 bits.
Sum = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]
_SHAPE = re.compile(r"64x(\d+)x(\d+)")


@instruction("HGMMA")
def multiply_halves(code: Code, interpreter: Interpreter) -> Action:
    """wgmma 64 x N x 16 of float16 or bfloat16, or x 8 of tf32, with float32 accumulators.

    For float16 also with float16 accumulators, two in a register.
    """
    code.only(code.modifiers[0], "F32", "F16", "BF16", "TF32")
    add = _float_sum(code, HALF_BITS)
    if code.has("TF32"):
        return _multiply(code, interpreter, 8, [as_tf32] * 2, add)
    of = BFLOAT16 if code.has("BF16") else FLOAT16
    return _multiply(code, interpreter, 16, [lambda words: _halves(words, of)] * 2, add)


@instruction("QGMMA")
def multiply_float8(code: Code, interpreter: Interpreter) -> Action:
    """wgmma 64 x N x 32 of float8 with float32 or float16 accumulators."""
    code.only(code.modifiers[0], "F32", "F16", *_FLOAT8)
    return _multiply(code, interpreter, 32, _bytes(code, _FLOAT8), _float_sum(code, FLOAT8_BITS))


@instruction("IGMMA", "BGMMA")
def multiply_integers(code: Code, interpreter: Interpreter) -> Action:
    """wgmma 64 x N x 32 of 8-bit integers with int32 accumulators, which wrap around or saturate;
    64 x N x 256 of single bits, the number of ones in A & B.
    """
    if code.base == "BGMMA":
        if code.modifiers[1:] != ("AND", "POPC"):
            raise code.unknown()
        depth, numbers = 256, [_bits] * 2
    else:
        code.only(code.modifiers[0], *_INTEGERS, "SAT")
        depth, numbers = 32, _bytes(code, _INTEGERS)

    def add(a: np.ndarray, b: np.ndarray, total: np.ndarray) -> np.ndarray:
        whole = (a @ b + total.view(np.int32)).astype(np.int64)
        if code.has("SAT"):
            whole = np.clip(whole, -(1 << 31), (1 << 31) - 1)
        return whole.astype(np.int32).view(np.float32)

    return _multiply(code, interpreter, depth, numbers, add)


def _bits(words: np.ndarray) -> np.ndarray:
    return np.unpackbits(words.view(np.uint8), axis=-1).astype(np.float64)


def _float_sum(code: Code, bits: int) -> Sum:
    """Accumulation in float32, or in float16 if the accumulators are float16."""
    if not code.has("F32", "F16"):
        raise code.unknown("accumulators other than float32 and float16")
    return lambda a, b, total: multiply_add(a, b, total, bits)


def _bytes(code: Code, dtypes: Mapping[str, np.dtype]) -> list[Numbers]:
    """Words of A and B as four 8-bit numbers each."""
    kinds = [dtypes[modifier] for modifier in code.modifiers if modifier in dtypes]
    return [lambda words, kind=kind: words.view(kind).astype(np.float64) for kind in kinds]


def _halves(words: np.ndarray, of: object) -> np.ndarray:
    bits = words.view(np.uint16)
    return bits.view(np.float16).astype(np.float64) if of is FLOAT16 else decoded(bits, of)


def _multiply(
    code: Code, interpreter: Interpreter, depth: int, numbers: Sequence[Numbers], add: Sum
) -> Action:
    """wgmma of shape 64 x N x `depth`; A is in shared memory or in registers.

    `numbers` convert the words of A and of B. Operands are read at once; the sanitizer marks them
    as in flight until the warpgroup waits. If `scale_d` is false, the accumulators are overwritten.
    """
    shape = _SHAPE.fullmatch(code.modifiers[0])
    if not shape or int(shape[2]) != depth:
        raise code.unknown()
    columns = int(shape[1])
    registers = interpreter.registers
    destination, *rest = code.operands
    group_end = any(operand.kind == "barrier" for operand in rest)
    scale_d = [registers.condition(operand) for operand in rest if operand.kind in ("P", "UP")]
    *held, matrices, accumulators = (part for part in rest if part.kind in ("address", "R"))
    if matrices.suffix != "gdesc":
        raise code.unknown()
    # B's descriptor follows A's, or follows two unused registers if A is in registers.
    first = matrices.index + (2 if held else 0)
    descriptors = registers.rows("UR", range(first, matrices.index + 4))
    fragment = [registers.row(held[0], part) for part in range(_A_REGISTERS)] if held else None
    packed = code.has("F16")
    named = range(destination.index, destination.index + accumulator_registers(code))
    frame = registers.rows("R", named, write=True)
    if not accumulators.is_zero:
        registers.rows("R", named)
    in_flight = {*named, *_registers_of_a(code)}

    def act(mask: Mask) -> None:
        whole_warps(interpreter, mask, WARPGROUP)
        for start in _warpgroups(interpreter):
            if mask is not None and not mask[start]:
                continue
            words = [int(row[start]) for row in descriptors]
            if interpreter.options.tiles is not None:
                _note_operands(code, interpreter, words, columns)
                continue
            places = [_tile(interpreter, start, *words[-2:], columns, "B" in matrices.transposed)]
            b = _elements(interpreter, places[0], numbers[1], "B" in matrices.transposed)
            if fragment:
                a = numbers[0](_rows_of([row[start : start + WARPGROUP] for row in fragment]))
            else:
                places.append(_tile(interpreter, start, *words[:2], 64, "A" in matrices.transposed))
                a = _elements(interpreter, places[1], numbers[0], "A" in matrices.transposed)
            accumulates = not accumulators.is_zero
            for condition in scale_d:
                accumulates &= bool(condition()[start])
            signs = [-1 if operand in matrices.negated else 1 for operand in "AB"]
            sums = frame[:, start : start + WARPGROUP]
            part = _unpacked(sums) if packed else sums.view(np.float32)
            _add(part, signs[0] * a, signs[1] * b, accumulates, add)
            if packed:
                sums[...] = _packed(part)
            if interpreter.options.check:
                interpreter.matrices.start(start // WARP, places, in_flight, group_end)

    return act


def _unpacked(words: np.ndarray) -> np.ndarray:
    """float32 of float16 pairs: registers (n, threads) as (2 n, threads)."""
    halves = np.ascontiguousarray(words).view(np.float16).reshape(*words.shape, 2)
    return halves.transpose(0, 2, 1).reshape(-1, words.shape[1]).astype(np.float32)


def _packed(values: np.ndarray) -> np.ndarray:
    """float32 accumulators packed as float16 pairs, rounded to nearest."""
    halves = values.astype(np.float16).reshape(-1, 2, values.shape[1]).transpose(0, 2, 1)
    return np.ascontiguousarray(halves).view(np.uint32)[..., 0]


def _registers_of_a(code: Code) -> range:
    """The registers that hold A; empty if A is in shared memory."""
    operand = code.operands[1]
    return range(operand.index, operand.index + (_A_REGISTERS if operand.kind == "R" else 0))


def _rows_of(fragment: list[np.ndarray]) -> np.ndarray:
    """Words (64, 8) of A: register p of thread 32 w + 4 r + c holds word c + 4 (p / 2) of row
    16 w + 8 (p % 2) + r.
    """
    split = np.stack(fragment).reshape(2, 2, 4, 8, 4)
    return np.ascontiguousarray(split.transpose(2, 1, 3, 0, 4)).reshape(64, _ROW_WORDS)


def _add(part: np.ndarray, a: np.ndarray, b: np.ndarray, accumulates: bool, add: Sum) -> None:
    """Add a (64, K) times the transpose of b (N, K) to a warpgroup's accumulators."""
    columns = len(b)
    # Register 4 j + 2 h + p of thread 32 w + 4 r + c holds row 16 w + 8 h + r,
    # column 8 j + 2 c + p.
    split = part.reshape(columns // 8, 2, 2, 4, 8, 4)
    total = split.transpose(3, 1, 4, 0, 5, 2).reshape(64, columns)
    total = add(a, b.T, total if accumulates else np.zeros_like(total))
    split = total.reshape(4, 2, 8, columns // 8, 4, 2).transpose(3, 1, 5, 0, 2, 4)
    part[...] = split.reshape(columns // 2, WARPGROUP)


def _tile(
    interpreter: Interpreter, lane: int, low: int, high: int, rows: int, transposed: bool
) -> np.ndarray:
    """Offsets of the words of an operand of `rows` x 16 elements, as `Descriptor.words`."""
    unknown = interpreter.program.codes[interpreter.at].unknown
    descriptor = Descriptor.of(low, high, unknown)
    place = descriptor.words(rows, transposed)
    if descriptor.begins_within(place.shape[1]):
        raise unknown("an operand that begins within a line and goes beyond it")
    if place.min() < SHARED_BASE or place.max() + 4 > SHARED_BASE + interpreter.shared_bytes:
        interpreter.findings.add(
            "out-of-bounds", interpreter.at, memory="shared", byte=int(place.min()) - SHARED_BASE,
            threads=(interpreter.name_lane(lane),),
        )  # fmt: skip
        place = np.full_like(place, SHARED_BASE)
    return place + int(interpreter.shared_offset[lane])


def _warpgroups(interpreter: Interpreter) -> list[int]:
    """First lanes of the whole warpgroups of all blocks."""
    size = interpreter.threads_per_block
    blocks = range(0, interpreter.threads, size)
    return [b + first for b in blocks for first in range(0, size - WARPGROUP + 1, WARPGROUP)]


def _note_operands(code: Code, interpreter: Interpreter, words: list[int], columns: int) -> None:
    """Record the addresses of operands in shared memory at the first use, without computing."""
    transposed = next(operand.transposed for operand in code.operands if operand.suffix == "gdesc")
    both = [("A", words[:2], 64)] if len(words) == 4 else []
    for operand, words_of, rows in (*both, ("B", words[-2:], columns)):
        if (code.at, operand) not in interpreter.options.tiles:
            descriptor = Descriptor.of(*words_of, code.unknown)
            tile = descriptor.tile(code, operand, rows, operand in transposed)
            interpreter.options.tiles[code.at, operand] = tile


def _elements(
    interpreter: Interpreter, place: np.ndarray, numbers: Numbers, transposed: bool
) -> np.ndarray:
    """float64 (rows, K) of an operand's words."""
    values = numbers(interpreter.shared.views[4][place >> 2])
    return values.T if transposed else values
