"""ldmatrix, stmatrix and mma of one warp; wgmma, the 64 x N product of a warpgroup.

Fragment layouts follow the PTX ISA, "Matrix multiply-accumulate operation using mma instruction".
The packing of wgmma's operands in SASS was determined by compiling PTX with known operands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import ml_dtypes
import numpy as np

from ...arithmetic import doubles
from ...arithmetic.rounding import BFLOAT16, FLOAT16, decoded
from ...arithmetic.tensor_cores import FLOAT8_BITS, HALF_BITS, as_tf32, multiply_add
from ...chips import WARP, WARPGROUP
from ...counting.shared_tiles import Descriptor
from ...counting.wavefronts import MATRIX_ROW_BYTES, MATRIX_ROWS, matrix_wavefronts
from ...isa.decoder import (
    MATRIX_SHAPES,
    Code,
    Operand,
    accumulator_registers,
    matrices,
    matrix_shape,
)
from ...state.execution import Execution
from ...state.memory import SHARED_BASE
from ...state.registers import Mask, put
from . import Action, instruction
from .accesses import address, shared_places, write

_LANE = np.arange(WARP)
_ROW, _COLUMN = _LANE // 4, _LANE % 4


def whole_warps(execution: Execution, mask: Mask, size: int = WARP) -> None:
    """Add a finding if only part of a warp, or of a warpgroup, participates."""
    execution.clocks.align(execution.warps_of(mask))
    if mask is None:
        return
    blocks = mask.reshape(-1, execution.threads_per_block)
    each = -(-blocks.shape[1] // size)
    groups = np.pad(blocks, ((0, 0), (0, each * size - blocks.shape[1]))).reshape(-1, size)
    parts = groups.any(axis=1) & ~groups.all(axis=1)
    if parts.any():
        block, group = np.divmod(np.flatnonzero(parts), each)
        execution.report("part-of-a-warp", block * blocks.shape[1] + group * size)


def _named_rows(
    code: Code, execution: Execution, place: Operand
) -> tuple[int, bool, Callable[[Mask], tuple[np.ndarray, np.ndarray] | None]]:
    """Decode ldmatrix or stmatrix; None if nothing is moved.

    Returns the number of 8 x 8 matrices, whether they are transposed, and a function that counts an
    access and returns the offsets of valid rows with the lanes that name them.
    """
    code.only("16", "M88", "MT88", "2", "4")
    count = matrices(code)
    addresses = address(place, execution)
    naming = execution.lane < MATRIX_ROWS * count

    def wavefronts(rows: np.ndarray, active: np.ndarray, _: int) -> tuple[np.ndarray, np.ndarray]:
        return matrix_wavefronts(rows, active, count)

    def reached(mask: Mask) -> tuple[np.ndarray, np.ndarray] | None:
        whole_warps(execution, mask)
        named = naming & execution.active(mask)
        rows = addresses(named)
        execution.memory_counters.add(rows, named, MATRIX_ROW_BYTES, wavefronts, shared=True)
        if execution.options.only is not None:
            return None
        return shared_places(execution, rows, execution.lanes(named), MATRIX_ROW_BYTES)

    return count, code.has("MT88"), reached


@instruction("LDSM")
def load_matrices(code: Code, execution: Execution) -> Action:
    """ldmatrix: 8 x 8 matrices of 16-bit elements, each lane naming a row of 16 bytes."""
    destination, source = code.operands
    count, transposed, reached = _named_rows(code, execution, source)
    rows = [execution.registers.row(destination, part) for part in range(count)]

    def act(mask: Mask) -> None:
        named = reached(mask)
        if named is None:
            return
        places, readers = named
        if execution.shared_checker and places.size:
            undefined: list[tuple[np.ndarray, np.ndarray]] = []
            into = None if destination.is_zero else lambda *granules: undefined.append(granules)
            execution.shared_checker.read(places, MATRIX_ROW_BYTES, readers, into=into)
            for granules in undefined:
                mark(readers, mask, *granules)
        by_lane = np.zeros(execution.threads, np.int64)
        by_lane[readers] = places
        by_warp = by_lane.reshape(-1, WARP)
        words, halves = execution.shared.views[4], execution.shared.views[2]
        for matrix, row in enumerate(rows):
            first = MATRIX_ROWS * matrix
            if transposed:
                upper, lower = by_warp[:, first + 2 * _COLUMN + 1], by_warp[:, first + 2 * _COLUMN]
                word = halves[(lower >> 1) + _ROW].astype(np.uint32)
                word |= halves[(upper >> 1) + _ROW].astype(np.uint32) << np.uint32(16)
            else:
                word = words[(by_warp[:, first + _ROW] >> 2) + _COLUMN]
            put(row, word.ravel(), mask)

    def mark(readers: np.ndarray, mask: Mask, place: np.ndarray, never: np.ndarray) -> None:
        """Registers hold undefined bytes of the rows that `readers` name, given their granules."""
        checker, each = execution.shared_checker, place.shape[1]
        missing = np.zeros((execution.threads, MATRIX_ROW_BYTES), bool)
        where = np.zeros((execution.threads, MATRIX_ROW_BYTES), np.int64)
        missing[readers] = np.repeat(never, MATRIX_ROW_BYTES // each, axis=1)
        where[readers] = np.repeat(place, MATRIX_ROW_BYTES // each, axis=1)
        lanes, byte = execution.lanes(mask), np.arange(4)
        row, column = _ROW[lanes % WARP, None], _COLUMN[lanes % WARP, None]
        for matrix in range(count):
            first = (lanes // WARP * WARP + MATRIX_ROWS * matrix)[:, None]
            # A lane's word is part of a row, or half of it of each of two rows.
            source = first + (2 * column + byte // 2 if transposed else row)
            part = 2 * row + byte % 2 if transposed else 4 * column + byte
            bits = (missing[source, part] << byte).sum(axis=1)
            execution.undefined.load_bytes(
                checker, destination.index + matrix, lanes, where[source, part][:, 0], bits
            )

    return act


@instruction("MOVM")
def transpose_matrix(code: Code, execution: Execution) -> Action:
    """movmatrix: transposes an 8 x 8 matrix of 16-bit elements, one row in four lanes."""
    code.only("16", "MT88")
    read = execution.registers.word(code.operands[1])
    write = execution.registers.writer(code.operands[0])

    def act(mask: Mask) -> None:
        whole_warps(execution, mask)
        words = np.ascontiguousarray(np.broadcast_to(read(), execution.threads))
        matrices = words.view(np.uint16).reshape(-1, MATRIX_ROWS, MATRIX_ROWS).swapaxes(1, 2)
        write(np.ascontiguousarray(matrices).view(np.uint32).ravel(), mask)

    return act


@instruction("STSM")
def store_matrices(code: Code, execution: Execution) -> Action:
    """stmatrix: the reverse of ldmatrix. Each word of a row is a store of the lane whose register
    holds it, or its first half."""
    target, source = code.operands
    count, transposed, reached = _named_rows(code, execution, target)
    rows = [execution.registers.row(source, part) for part in range(count)]

    def act(mask: Mask) -> None:
        named = reached(mask)
        if named is None:
            return
        places, lanes = named
        held = np.zeros((execution.warps, 4, MATRIX_ROWS, 4), np.uint32)
        for matrix, row in enumerate(rows):
            halves = row.view(np.uint16).reshape(-1, MATRIX_ROWS, MATRIX_ROWS)
            halves = np.ascontiguousarray(halves.swapaxes(1, 2) if transposed else halves)
            held[:, matrix] = halves.view(np.uint32)
        words = held.reshape(-1, 4)[lanes].T
        warp, of_warp = np.divmod(lanes, WARP)
        matrix_row = of_warp % MATRIX_ROWS
        for column, word in enumerate(words) if places.size else ():
            own = 8 * column + matrix_row // 2 if transposed else 4 * matrix_row + column
            write(execution, "shared", places + 4 * column, warp * WARP + own, 4, [word])

    return act


# --- mma of a warp --------------------------------------------------------------------------------

# (A, B, C) of shapes (warps, M, K), (warps, K, 8) and (warps, M, 8) -> new accumulators.
Product = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]


def _elements_of(rows: Sequence[np.ndarray], kind: np.dtype) -> np.ndarray:
    """Elements of a fragment's registers: (parts, warps, 8, 4, elements of a part). A part is a
    register, or the registers that hold one element."""
    each = max(1, kind.itemsize // 4)
    words = np.stack(rows).reshape(len(rows) // each, each, -1).swapaxes(1, 2)
    elements = np.ascontiguousarray(words).view(kind)
    return elements.reshape(len(elements), -1, 8, 4, 4 * each // kind.itemsize)


def _mma(code: Code, execution: Execution, kinds: Sequence[type], product: Product) -> Action:
    """mma of a warp; `kinds` are the types of the elements of A, B and the accumulators."""
    left_kind, right_kind, kind = map(np.dtype, kinds)
    tall, registers = matrix_shape(code)[0] // 8, execution.registers
    results, left, right, start = (
        [registers.row(operand, part) for part in range(width)]
        for operand, width in zip(code.operands[:4], code.widths, strict=False)
    )

    def act(mask: Mask) -> None:
        whole_warps(execution, mask)
        warps = execution.warps
        a, b = _elements_of(left, left_kind), _elements_of(right, right_kind)
        a = a.reshape(-1, tall, *a.shape[1:]).transpose(2, 1, 3, 0, 4, 5)
        b = b.transpose(1, 0, 3, 4, 2).reshape(warps, -1, 8)
        # Two columns of a row, then the same of the row eight below.
        given = _elements_of(start, kind).transpose(0, 4, 1, 2, 3)
        c = given.reshape(tall, 2, warps, 8, 4).transpose(2, 0, 3, 4, 1)
        total = product(a.reshape(warps, 8 * tall, -1), b, c.reshape(warps, 8 * tall, 8))
        made = total.reshape(warps, tall, 8, 4, 2).transpose(1, 4, 0, 2, 3)
        made = made.reshape(*given.shape[:2], -1).swapaxes(1, 2)
        words = np.ascontiguousarray(made, kind).view(np.uint32).swapaxes(1, 2)
        for row, word in zip(results, words.reshape(len(results), -1), strict=True):
            put(row, word, mask)

    return act


@instruction("HMMA")
def multiply(code: Code, execution: Execution) -> Action:
    """mma.m16n8k16 (or k8) of float16 or bfloat16, with float32 or float16 accumulators; of tf32,
    k8 or k4; mma.sp.m16n8k32 (or k16) of float16 or bfloat16.
    """
    code.only("16816", "1688", "1684", "16832", "F32", "F16", "BF16", "TF32", "SP")
    sparse = code.has("SP")
    if code.has("TF32") and not sparse:
        return _mma(
            code,
            execution,
            [np.float32] * 3,
            lambda a, b, c: multiply_add(as_tf32(a), as_tf32(b), c),
        )
    if code.has("1684", "TF32") or (sparse and code.has("1688")):
        raise code.unknown()
    of = BFLOAT16 if code.has("BF16") else FLOAT16
    more = code.operands[4:]
    metadata = execution.registers.raw(more[0]) if sparse else None

    def product(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
        a = decoded(a, of)
        if metadata is not None:
            a = _decompressed(a, metadata(), int(more[1].value))
        return multiply_add(a, decoded(b, of), c.astype(np.float32))

    accumulators = np.float32 if code.has("F32") else np.float16
    return _mma(code, execution, (np.uint16, np.uint16, accumulators), product)


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
def multiply_doubles(code: Code, execution: Execution) -> Action:
    """mma.m8n8k4, or m16n8k4, k8 or k16, of float64."""
    code.only("8x8x4", "16x8x4", "16x8x8", "16x8x16")
    return _mma(code, execution, [np.float64] * 3, _multiply_float64)


def _multiply_float64(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """FMAs in the order of k; the order in hardware is not documented."""
    total = np.ascontiguousarray(c).view(np.uint64)
    for k in range(a.shape[-1]):
        left, right = np.broadcast_arrays(a[..., :, k, None], b[..., None, k, :])
        total = doubles.fma(left.copy().view(np.uint64), right.copy().view(np.uint64), total)
    return total.view(np.float64)


@instruction("IMMA", "BMMA")
def multiply_integers(code: Code, execution: Execution) -> Action:
    """mma of 8-bit integers with int32 accumulators, which wrap around or saturate; of single
    bits, the number of ones in A & B.
    """
    single, shape = code.base == "BMMA", code.modifiers[0]
    if code.modifiers[1:] != ("AND", "POPC") if single else not code.has("S8", "U8"):
        raise code.unknown()
    code.only(*(MATRIX_SHAPES if not single else (shape,)), "S8", "U8", "SAT", "AND", "POPC")

    def product(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
        if single:
            a, b = np.unpackbits(a, axis=2), np.unpackbits(b, axis=1)
        total = a.astype(np.int64) @ b.astype(np.int64) + c
        return np.clip(total, -(1 << 31), (1 << 31) - 1) if code.has("SAT") else total

    kinds = [np.int8 if modifier == "S8" else np.uint8 for modifier in code.modifiers[1:3]]
    return _mma(code, execution, (*kinds, np.int32), product)


# --- wgmma ----------------------------------------------------------------------------------------

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
def wgmma_halves(code: Code, execution: Execution) -> Action:
    """wgmma 64 x N x 16 of float16 or bfloat16, or x 8 of tf32, with float32 accumulators.

    For float16 also with float16 accumulators, two in a register.
    """
    code.only(code.modifiers[0], "F32", "F16", "BF16", "TF32")
    add = _float_sum(code, HALF_BITS)
    if code.has("TF32"):
        return _wgmma(code, execution, 8, [as_tf32] * 2, add)
    of = BFLOAT16 if code.has("BF16") else FLOAT16
    return _wgmma(code, execution, 16, [lambda words: decoded(words.view(np.uint16), of)] * 2, add)


@instruction("QGMMA")
def wgmma_float8(code: Code, execution: Execution) -> Action:
    """wgmma 64 x N x 32 of float8 with float32 or float16 accumulators."""
    code.only(code.modifiers[0], "F32", "F16", *_FLOAT8)
    return _wgmma(code, execution, 32, _bytes(code, _FLOAT8), _float_sum(code, FLOAT8_BITS))


@instruction("IGMMA", "BGMMA")
def wgmma_integers(code: Code, execution: Execution) -> Action:
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

    return _wgmma(code, execution, depth, numbers, add)


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


def _wgmma(
    code: Code, execution: Execution, depth: int, numbers: Sequence[Numbers], add: Sum
) -> Action:
    """wgmma of shape 64 x N x `depth`; A is in shared memory or in registers.

    `numbers` convert the words of A and of B. Operands are read at once; the sanitizer marks them
    as in flight until the warpgroup waits. If `scale_d` is false, the accumulators are overwritten.
    """
    shape = _SHAPE.fullmatch(code.modifiers[0])
    if not shape or int(shape[2]) != depth:
        raise code.unknown()
    columns = int(shape[1])
    registers = execution.registers
    destination, *rest = code.operands
    group_end = any(operand.kind == "barrier" for operand in rest)
    scale_d = [registers.condition(operand) for operand in rest if operand.kind in ("P", "UP")]
    *held, matrices, accumulators = (part for part in rest if part.kind in ("address", "R"))
    if matrices.suffix != "gdesc":
        raise code.unknown()
    # B's descriptor follows A's, or follows two unused registers if A is in registers.
    first = matrices.index + (2 if held else 0)
    descriptors = registers.files["UR"][first : matrices.index + 4]
    fragment = [registers.row(held[0], part) for part in range(_A_REGISTERS)] if held else None
    packed = code.has("F16")
    named = range(destination.index, destination.index + accumulator_registers(code))
    frame = registers.files["R"][named.start : named.stop]
    # At -O0 they are not those of the result.
    before = frame if accumulators.is_zero else registers.files["R"][accumulators.index :]
    in_flight = {*named, *_registers_of_a(code)}

    def act(mask: Mask) -> None:
        whole_warps(execution, mask, WARPGROUP)
        for start in _warpgroups(execution):
            if mask is not None and not mask[start]:
                continue
            words = [int(row[start]) for row in descriptors]
            if execution.options.tiles is not None:
                _note_operands(code, execution, words, columns)
                continue
            if not any(words):
                # ptxas -O0 commits a group by a wgmma without operands, whose result is not used.
                if execution.options.check:
                    none = [np.zeros(0, np.int64)]
                    execution.matrices.start(start // WARP, none, in_flight, group_end)
                continue
            places = [_tile(execution, start, *words[-2:], columns, "B" in matrices.transposed)]
            b = _elements(execution, places[0], numbers[1], "B" in matrices.transposed)
            if fragment:
                a = numbers[0](_rows_of([row[start : start + WARPGROUP] for row in fragment]))
            else:
                places.append(_tile(execution, start, *words[:2], 64, "A" in matrices.transposed))
                a = _elements(execution, places[1], numbers[0], "A" in matrices.transposed)
            accumulates = not accumulators.is_zero
            for condition in scale_d:
                accumulates &= bool(condition()[start])
            signs = [-1 if operand in matrices.negated else 1 for operand in "AB"]
            sums = frame[:, start : start + WARPGROUP]
            sums[...] = before[: len(frame), start : start + WARPGROUP]
            part = _unpacked(sums) if packed else sums.view(np.float32)
            _add(part, signs[0] * a, signs[1] * b, accumulates, add)
            if packed:
                sums[...] = _packed(part)
            if execution.options.check:
                execution.matrices.start(start // WARP, places, in_flight, group_end)

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
    execution: Execution, lane: int, low: int, high: int, rows: int, transposed: bool
) -> np.ndarray:
    """Offsets of the words of an operand of `rows` x 16 elements, as `Descriptor.words`."""
    unknown = execution.program.codes[execution.at].unknown
    descriptor = Descriptor.of(low, high, unknown)
    place = descriptor.words(rows, transposed)
    if descriptor.begins_within(place.shape[1]):
        raise unknown("an operand that begins within a line and goes beyond it")
    if place.min() < SHARED_BASE or place.max() + 4 > SHARED_BASE + execution.shared_bytes:
        byte = int(place.min()) - SHARED_BASE
        execution.report("out-of-bounds", lane, memory="shared", byte=byte)
        place = np.full_like(place, SHARED_BASE)
    return place + int(execution.shared_offset[lane])


def _warpgroups(execution: Execution) -> list[int]:
    """First lanes of the whole warpgroups of all blocks."""
    size = execution.threads_per_block
    blocks = range(0, execution.threads, size)
    return [b + first for b in blocks for first in range(0, size - WARPGROUP + 1, WARPGROUP)]


def _note_operands(code: Code, execution: Execution, words: list[int], columns: int) -> None:
    """Record the addresses of operands in shared memory at the first use, without computing."""
    transposed = next(operand.transposed for operand in code.operands if operand.suffix == "gdesc")
    both = [("A", words[:2], 64)] if len(words) == 4 else []
    for operand, words_of, rows in (*both, ("B", words[-2:], columns)):
        if (code.at, operand) not in execution.options.tiles:
            descriptor = Descriptor.of(*words_of, code.unknown)
            tile = descriptor.tile(code, operand, rows, operand in transposed)
            execution.options.tiles[code.at, operand] = tile


def _elements(
    execution: Execution, place: np.ndarray, numbers: Numbers, transposed: bool
) -> np.ndarray:
    """float64 (rows, K) of an operand's words."""
    values = numbers(execution.shared.views[4][place >> 2])
    return values.T if transposed else values
