"""ldmatrix, stmatrix and mma of one warp.

Fragment layouts follow the PTX ISA, "Matrix multiply-accumulate operation using mma instruction".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ...arithmetic import doubles
from ...arithmetic.rounding import BFLOAT16, FLOAT16, Format, decoded
from ...arithmetic.tensor_cores import as_tf32, multiply_add
from ...chips import WARP
from ...counting.wavefronts import MATRIX_ROW_BYTES, MATRIX_ROWS, matrix_wavefronts
from ...isa.operands import Code, Operand
from ...state.registers import Mask, put
from . import Action, instruction
from .accesses import address, shared_places, write

if TYPE_CHECKING:
    from ..interpreter import Interpreter

_LANE = np.arange(WARP)
_ROW, _COLUMN = _LANE // 4, _LANE % 4


def whole_warps(interpreter: Interpreter, mask: Mask, size: int = WARP) -> None:
    """Add a finding if only part of a warp, or of a warpgroup, participates."""
    interpreter.clocks.align(interpreter.warps_of(mask))
    if mask is None:
        return
    blocks = mask.reshape(-1, interpreter.threads_per_block)
    each = -(-blocks.shape[1] // size)
    groups = np.pad(blocks, ((0, 0), (0, each * size - blocks.shape[1]))).reshape(-1, size)
    parts = groups.any(axis=1) & ~groups.all(axis=1)
    if parts.any():
        block, group = divmod(int(np.argmax(parts)), each)
        lane = block * blocks.shape[1] + group * size
        interpreter.findings.add(
            "part-of-a-warp",
            interpreter.at,
            int(parts.sum()),
            threads=(interpreter.name_lane(lane),),
        )


def _named_rows(
    code: Code, interpreter: Interpreter, place: Operand
) -> tuple[int, bool, Callable[[Mask], tuple[np.ndarray, np.ndarray] | None]]:
    """Decode ldmatrix or stmatrix; None if nothing is moved.

    Returns the number of 8 x 8 matrices, whether they are transposed, and a function that counts an
    access and returns the offsets of valid rows with the lanes that name them.
    """
    code.only("16", "M88", "MT88", "2", "4")
    count = int(code.modifiers[-1]) if code.modifiers[-1] in ("2", "4") else 1
    addresses = address(place, interpreter)
    naming = interpreter.lane < MATRIX_ROWS * count

    def wavefronts(rows: np.ndarray, active: np.ndarray, _: int) -> tuple[np.ndarray, np.ndarray]:
        return matrix_wavefronts(rows, active, count)

    def reached(mask: Mask) -> tuple[np.ndarray, np.ndarray] | None:
        whole_warps(interpreter, mask)
        named = naming & interpreter.active(mask)
        rows = addresses(named)
        interpreter.memory_counters.add(rows, named, MATRIX_ROW_BYTES, wavefronts, shared=True)
        if interpreter.options.only is not None:
            return None
        return shared_places(interpreter, rows, interpreter.lanes(named), MATRIX_ROW_BYTES)

    return count, code.has("MT88"), reached


@instruction("LDSM")
def load_matrices(code: Code, interpreter: Interpreter) -> Action:
    """ldmatrix: 8 x 8 matrices of 16-bit elements, each lane naming a row of 16 bytes."""
    destination, source = code.operands
    count, transposed, reached = _named_rows(code, interpreter, source)
    rows = [interpreter.registers.target(destination, part) for part in range(count)]

    def act(mask: Mask) -> None:
        named = reached(mask)
        if named is None:
            return
        places, readers = named
        if interpreter.shared_checker and places.size:
            interpreter.shared_checker.read(places, 16, readers)
        by_lane = np.zeros(interpreter.threads, np.int64)
        by_lane[readers] = places
        by_warp = by_lane.reshape(-1, WARP)
        words, halves = interpreter.shared.views[4], interpreter.shared.views[2]
        for matrix, row in enumerate(rows):
            first = MATRIX_ROWS * matrix
            if transposed:
                upper, lower = by_warp[:, first + 2 * _COLUMN + 1], by_warp[:, first + 2 * _COLUMN]
                word = halves[(lower >> 1) + _ROW].astype(np.uint32)
                word |= halves[(upper >> 1) + _ROW].astype(np.uint32) << np.uint32(16)
            else:
                word = words[(by_warp[:, first + _ROW] >> 2) + _COLUMN]
            put(row, word.ravel(), mask)

    return act


@instruction("MOVM")
def transpose_matrix(code: Code, interpreter: Interpreter) -> Action:
    """movmatrix: transposes an 8 x 8 matrix of 16-bit elements, one row in four lanes."""
    code.only("16", "MT88")
    read = interpreter.registers.word(code.operands[1])
    write = interpreter.registers.writer(code.operands[0])

    def act(mask: Mask) -> None:
        whole_warps(interpreter, mask)
        words = np.ascontiguousarray(np.broadcast_to(read(), interpreter.threads))
        matrices = words.view(np.uint16).reshape(-1, MATRIX_ROWS, MATRIX_ROWS).swapaxes(1, 2)
        write(np.ascontiguousarray(matrices).view(np.uint32).ravel(), mask)

    return act


@instruction("STSM")
def store_matrices(code: Code, interpreter: Interpreter) -> Action:
    """stmatrix: the reverse of ldmatrix. Each word of a row is a store of the lane whose register
    holds it, or its first half."""
    target, source = code.operands
    count, transposed, reached = _named_rows(code, interpreter, target)
    rows = [interpreter.registers.row(source, part) for part in range(count)]

    def act(mask: Mask) -> None:
        named = reached(mask)
        if named is None:
            return
        places, lanes = named
        held = np.zeros((interpreter.warps, 4, MATRIX_ROWS, 4), np.uint32)
        for matrix, row in enumerate(rows):
            halves = row.view(np.uint16).reshape(-1, MATRIX_ROWS, MATRIX_ROWS)
            halves = np.ascontiguousarray(halves.swapaxes(1, 2) if transposed else halves)
            held[:, matrix] = halves.view(np.uint32)
        words = held.reshape(-1, 4)[lanes].T
        warp, of_warp = np.divmod(lanes, WARP)
        matrix_row = of_warp % MATRIX_ROWS
        for column, word in enumerate(words) if places.size else ():
            own = 8 * column + matrix_row // 2 if transposed else 4 * matrix_row + column
            write(interpreter, True, places + 4 * column, warp * WARP + own, 4, [word])

    return act


def pairs(words: np.ndarray, of: Format) -> np.ndarray:
    """float64, shape (warps, 32, 2), of a register that holds two 16-bit elements per lane."""
    bits = np.ascontiguousarray(words).view(np.uint16).reshape(-1, WARP, 2)
    return bits.view(np.float16).astype(np.float64) if of is FLOAT16 else decoded(bits, of)


@instruction("HMMA")
def multiply(code: Code, interpreter: Interpreter) -> Action:
    """mma.m16n8k16 (or k8) of float16 or bfloat16, with float32 or float16 accumulators; of tf32,
    k8 or k4; mma.sp.m16n8k32 (or k16) of float16 or bfloat16.
    """
    code.only("16816", "1688", "1684", "16832", "F32", "F16", "BF16", "TF32", "SP")
    sparse = code.has("SP")
    if code.has("TF32") and not sparse:
        depth = 8 if code.has("1688") else 4
        return _multiply_words(code, interpreter, depth, _multiply_tf32, np.float32)
    if code.has("1684", "TF32") or (sparse and code.has("1688")):
        raise code.unknown()
    of = BFLOAT16 if code.has("BF16") else FLOAT16
    # K of the GEMM, and the columns of A that are stored.
    deep = 32 if code.has("16832") else 16 if code.has("16816") else 8
    depth = deep // 2 if sparse else deep
    single = code.has("F32")
    (d, a, b, c), more = code.operands[:4], code.operands[4:]
    registers = interpreter.registers
    metadata = registers.raw(more[0]) if sparse else None
    left = [registers.row(a, part) for part in range(depth // 4)]
    right = [registers.row(b, part) for part in range(deep // 8)]
    accumulators = 4 if single else 2
    start = [registers.row(c, part) for part in range(accumulators)]
    results = [registers.target(d, part) for part in range(accumulators)]

    def act(mask: Mask) -> None:
        whole_warps(interpreter, mask)
        first = np.empty((interpreter.warps, 16, depth))
        second = np.empty((interpreter.warps, deep, 8))
        total = np.empty((interpreter.warps, 16, 8))
        for part, row in enumerate(left):
            i, j = _ROW + 8 * (part & 1), 2 * _COLUMN + 8 * (part >> 1)
            elements = pairs(row, of)
            first[:, i, j], first[:, i, j + 1] = elements[..., 0], elements[..., 1]
        for part, row in enumerate(right):
            elements = pairs(row, of)
            for half in (0, 1):
                second[:, 2 * _COLUMN + 8 * part + half, _ROW] = elements[..., half]
        for part, row in enumerate(start):
            if single:
                i, j = _ROW + 8 * (part >> 1), 2 * _COLUMN + (part & 1)
                total[:, i, j] = row.view(np.float32).reshape(-1, WARP)
            else:
                for half in (0, 1):
                    total[:, _ROW + 8 * part, 2 * _COLUMN + half] = pairs(row, FLOAT16)[..., half]
        if metadata is not None:
            first = _decompressed(first, metadata(), int(more[1].value))
        total = multiply_add(first, second, total.astype(np.float32))
        for part, row in enumerate(results):
            if single:
                value = total[:, _ROW + 8 * (part >> 1), 2 * _COLUMN + (part & 1)]
                put(row, np.ascontiguousarray(value).view(np.uint32).ravel(), mask)
            else:
                lower = total[:, _ROW + 8 * part, 2 * _COLUMN]
                upper = total[:, _ROW + 8 * part, 2 * _COLUMN + 1]
                halves = np.stack([lower, upper], axis=-1).astype(np.float16)
                put(row, np.ascontiguousarray(halves).view(np.uint32).ravel(), mask)

    return act


def _decompressed(held: np.ndarray, metadata: np.ndarray, selector: int) -> np.ndarray:
    """A (warps, 16, K) of a sparse GEMM, of which two of every four elements of a row are stored.

    Each stored element has two bits for its position among the four. The `selector` selects the
    thread (or pair of threads, if K is 32) of every four whose word has these bits for 16 columns:
    of row r in the lower half, of row r + 8 in the upper half.
    """
    warps, _, count = held.shape
    words = np.broadcast_to(metadata, (warps * WARP,)).reshape(warps, 8, 4)
    threads = count // 8
    chosen = words[:, :, selector * threads : (selector + 1) * threads]
    halves = [chosen >> np.uint32(16 * half) & np.uint32(0xFFFF) for half in (0, 1)]
    bits = np.concatenate(halves, axis=1)
    places = bits[..., None] >> np.arange(0, 16, 2, dtype=np.uint32) & 3
    column = places.reshape(warps, 16, count) + np.arange(count) // 2 * 4
    whole = np.zeros((warps, 16, 2 * count))
    np.put_along_axis(whole, column.astype(np.int64), held, axis=2)
    return whole


@instruction("DMMA")
def multiply_doubles(code: Code, interpreter: Interpreter) -> Action:
    """mma.m8n8k4, or m16n8k4, k8 or k16, of float64."""
    rows, _, depth = (int(extent) for extent in code.modifiers[0].split("x"))
    code.only("8x8x4", "16x8x4", "16x8x8", "16x8x16")
    return _multiply_words(code, interpreter, depth, _multiply_float64, np.float64, rows)


def _multiply_tf32(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    return multiply_add(as_tf32(a), as_tf32(b), c)


def _multiply_float64(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """FMAs in the order of k; the order in hardware is not documented."""
    total = np.ascontiguousarray(c).view(np.uint64)
    for k in range(a.shape[-1]):
        left, right = np.broadcast_arrays(a[..., :, k, None], b[..., None, k, :])
        total = doubles.fma(left.copy().view(np.uint64), right.copy().view(np.uint64), total)
    return total.view(np.float64)


def _multiply_words(
    code: Code,
    interpreter: Interpreter,
    depth: int,
    multiply: Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray],
    kind: type,
    height: int = 16,
) -> Action:
    """mma whose elements occupy whole registers or register pairs; b has shape (depth, 8)."""
    registers, each = interpreter.registers, np.dtype(kind).itemsize // 4
    tall = height // 8
    counts = [2 * tall, tall * depth // 4, depth // 4, 2 * tall]
    named = [
        [[row(operand, each * part + word) for word in range(each)] for part in range(count)]
        for operand, count, row in zip(
            code.operands, counts, (registers.target, *[registers.row] * 3), strict=True
        )
    ]

    def elements(words: list[np.ndarray]) -> np.ndarray:
        return np.stack(words, axis=-1).view(kind).reshape(-1, WARP)

    def act(mask: Mask) -> None:
        whole_warps(interpreter, mask)
        first = np.empty((interpreter.warps, height, depth), kind)
        second = np.empty((interpreter.warps, depth, 8), kind)
        total = np.empty((interpreter.warps, height, 8), kind)
        results, left, right, start = named
        for part, words in enumerate(left):
            first[:, _ROW + 8 * (part % tall), _COLUMN + 4 * (part // tall)] = elements(words)
        for part, words in enumerate(right):
            second[:, _COLUMN + 4 * part, _ROW] = elements(words)
        places = [(_ROW + 8 * (part >> 1), 2 * _COLUMN + (part & 1)) for part in range(2 * tall)]
        for words, (row, column) in zip(start, places, strict=True):
            total[:, row, column] = elements(words)
        total = multiply(first, second, total)
        for words, (row, column) in zip(results, places, strict=True):
            value = np.ascontiguousarray(total[:, row, column]).view(np.uint32).reshape(-1, each)
            for word, bits in zip(words, value.T, strict=True):
                put(word, bits, mask)

    return act


# Rows of A and bytes of K; of BMMA, whose elements are bits, too.
_INTEGER_SHAPES = {
    **{"8816": (8, 16), "16816": (16, 16), "16832": (16, 32)},
    **{"88128": (8, 16), "168128": (16, 16), "168256": (16, 32)},
}


@instruction("IMMA", "BMMA")
def multiply_integers(code: Code, interpreter: Interpreter) -> Action:
    """mma of 8-bit integers with int32 accumulators, which wrap around or saturate; of single
    bits, the number of ones in A & B.
    """
    single, shape = code.base == "BMMA", code.modifiers[0]
    if code.modifiers[1:] != ("AND", "POPC") if single else not code.has("S8", "U8"):
        raise code.unknown()
    code.only(*(_INTEGER_SHAPES if not single else (shape,)), "S8", "U8", "SAT", "AND", "POPC")
    height, depth = _INTEGER_SHAPES[shape]
    tall = height // 8
    kinds = [np.int8 if modifier == "S8" else np.uint8 for modifier in code.modifiers[1:3]]
    low, high = (-(1 << 31), (1 << 31) - 1) if code.has("SAT") else (None, None)
    d, a, b, c = code.operands
    registers = interpreter.registers
    left = [registers.row(a, part) for part in range(tall * depth // 16)]
    right = [registers.row(b, part) for part in range(depth // 16)]
    start = [registers.row(c, part) for part in range(2 * tall)]
    results = [registers.target(d, part) for part in range(2 * tall)]

    def quads(row: np.ndarray, kind: type) -> np.ndarray:
        return np.ascontiguousarray(row).view(kind).reshape(-1, WARP, 4)

    def act(mask: Mask) -> None:
        whole_warps(interpreter, mask)
        first = np.empty((interpreter.warps, height, depth), kinds[0])
        second = np.empty((interpreter.warps, 8, depth), kinds[1])
        for part, row in enumerate(left):
            elements = quads(row, kinds[0])
            for byte in range(4):
                column = 4 * _COLUMN + byte + 16 * (part // tall)
                first[:, _ROW + 8 * (part % tall), column] = elements[..., byte]
        for part, row in enumerate(right):
            elements = quads(row, kinds[1])
            for byte in range(4):
                second[:, _ROW, 4 * _COLUMN + byte + 16 * part] = elements[..., byte]
        if single:
            first, second = (np.unpackbits(one, axis=-1) for one in (first, second))
        total = first.astype(np.int64) @ second.astype(np.int64).swapaxes(1, 2)
        for part, (old, row) in enumerate(zip(start, results, strict=True)):
            value = total[:, _ROW + 8 * (part >> 1), 2 * _COLUMN + (part & 1)]
            value = value + old.view(np.int32).reshape(-1, WARP)
            if high is not None:
                value = np.clip(value, low, high)
            put(row, value.astype(np.uint32).ravel(), mask)

    return act
