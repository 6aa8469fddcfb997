"""Loads and stores of global and shared memory."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ...counting.wavefronts import sectors, shared_wavefronts
from ...isa.compare_and_swap import swapped_after
from ...isa.operands import Code, Operand
from ...sanitizer.happens_before import ATOMIC, BLOCK_ATOMIC
from ...sanitizer.release_acquire import is_strong, of_block
from ...state.memory import GLOBAL_BASE, STACK_TOP
from ...state.registers import Mask, put
from . import Action, instruction

if TYPE_CHECKING:
    from ..interpreter import Interpreter

CACHING = (
    "E", "CONSTANT", "BYPASS", "ACCESS", "LTC64B", "LTC128B", "LTC256B", "NA", "EF", "EL", "LU",
    "STRONG", "WEAK", "MMIO", "GPU", "CTA", "SM", "SYS", "PRIVATE", "EU", "U",
)  # fmt: skip
NARROW = {"U8": (1, False), "S8": (1, True), "U16": (2, False), "S16": (2, True)}
_WIDTHS = ("64", "128", *NARROW)

# Steps that are executed after an access out of bounds; a GPU would stop the kernel.
_AFTER_FAULT = 100_000


def scope_of(code: Code) -> int | None:
    """The scope of an access marked as strong, as the kind of a write; None if weak."""
    if not is_strong(code):
        return None
    return BLOCK_ATOMIC if of_block(code) else ATOMIC


def address(
    operand: Operand, interpreter: Interpreter, *, pairs: bool = False
) -> Callable[[Mask], np.ndarray]:
    """Returns a function from a mask to int64 byte addresses of its lanes.

    With `pairs`, a register without suffix is the lower one of a pair, as in compare-and-swap and
    generic loads.
    """
    registers = interpreter.registers
    pairs = pairs and not operand.suffix
    parts = [(part, pairs and not part.suffix or ".64" in part.suffix) for part in operand.parts]
    narrow = [registers.raw(part) for part, is_pair in parts if not is_pair]
    wide = [(registers.raw(part), registers.raw(part, 1)) for part, is_pair in parts if is_pair]
    # A register beside a 64-bit one is a 32-bit offset; alone, addresses are 32 bits wide.
    long = bool(wide) or operand.suffix == "desc"
    offset = np.int64(operand.value)

    def addresses(mask: Mask) -> np.ndarray:
        total = np.full(interpreter.threads, offset)
        for low, high in wide:
            total += low().astype(np.int64) | high().astype(np.int64) << 32
        for row in narrow:
            total += row()
        if not long:
            total &= 0xFFFFFFFF
        return total if mask is None else total[mask]

    return addresses


def width_of(code: Code) -> tuple[int, bool]:
    """Bytes each lane moves, and whether a narrow value is sign-extended."""
    for modifier in code.modifiers:
        if modifier in NARROW:
            return NARROW[modifier]
        if modifier in ("64", "128"):
            return int(modifier) // 8, False
    return 4, False


def checked(
    interpreter: Interpreter,
    kind: str,
    offsets: np.ndarray,
    lanes: np.ndarray,
    width: int,
    low: int,
    high: int,
) -> tuple[np.ndarray, np.ndarray]:
    """Offsets and lanes of accesses that are aligned and within [low, high).

    All others become findings and are dropped.
    """
    bad = offsets & (width - 1) != 0
    if bad.any():
        note(interpreter, "misaligned", kind, offsets[bad], lanes[bad], width)
        offsets, lanes = offsets[~bad], lanes[~bad]
    outside = (offsets < low) | (offsets + width > high)
    if outside.any():
        note(interpreter, "out-of-bounds", kind, offsets[outside], lanes[outside], width)
        offsets, lanes = offsets[~outside], lanes[~outside]
    return offsets, lanes


def note(
    interpreter: Interpreter,
    finding: str,
    memory: str,
    offsets: np.ndarray,
    lanes: np.ndarray,
    width: int,
) -> None:
    byte = int(offsets[0])
    if finding == "out-of-bounds":
        interpreter.ends_by = min(interpreter.ends_by, interpreter.steps + _AFTER_FAULT)
    if memory == "global":
        memory, byte = interpreter.memory.name_of(byte)
    elif memory == "shared":
        byte -= interpreter.shared_base
    elif memory == "local":
        byte -= STACK_TOP - interpreter.setup.local
    interpreter.findings.add(
        finding,
        interpreter.at,
        len(offsets),
        memory=memory,
        byte=byte,
        threads=(interpreter.name_lane(int(lanes[0])),),
        note=f"{width} bytes",
    )


def global_places(
    interpreter: Interpreter,
    addresses: np.ndarray,
    lanes: np.ndarray,
    width: int,
) -> tuple[np.ndarray, np.ndarray]:
    """Offsets in the global store of accesses that are aligned and within an array; the word of a
    narrow atomic may reach beyond it."""
    offsets = addresses - GLOBAL_BASE
    if not offsets.size:
        return offsets, lanes
    bad = offsets & (width - 1) != 0
    if bad.any():
        note(interpreter, "misaligned", "global", offsets[bad], lanes[bad], width)
        offsets, lanes = offsets[~bad], lanes[~bad]
    narrow = interpreter.at in interpreter.program.narrow_swaps
    extent = interpreter.memory.touches if narrow else interpreter.memory.inside
    inside = extent(offsets, width) if offsets.size else None
    if inside is not None:
        note(interpreter, "out-of-bounds", "global", offsets[~inside], lanes[~inside], width)
        offsets, lanes = offsets[inside], lanes[inside]
    return offsets, lanes


def shared_places(
    interpreter: Interpreter, addresses: np.ndarray, lanes: np.ndarray, width: int
) -> tuple[np.ndarray, np.ndarray]:
    """Offsets in the shared store (all blocks in a row) of valid accesses.

    Generic accesses (.E) reach all blocks of the cluster, others their own.
    """
    remote = interpreter.program.codes[interpreter.at].has("E")
    within = interpreter.clusters.own(addresses, lanes, remote=remote)
    start, end = interpreter.shared_start, interpreter.shared_base + interpreter.shared_bytes
    narrow = interpreter.at in interpreter.program.narrow_swaps
    if narrow or _is_widened(interpreter, width):
        end = -(-end // width) * width
    offsets, kept = checked(interpreter, "shared", within, lanes, width, start, end)
    if not narrow or width == 1:
        offsets, kept = within_one_array(interpreter, None, offsets, kept, width)
    if not remote or interpreter.cluster == 1:
        return offsets + interpreter.shared_offset[kept], kept
    block = interpreter.clusters.owner(addresses, lanes)[np.isin(lanes, kept)]
    interpreter.clusters.reached_by(kept, block)
    return offsets + block * interpreter.shared_stride, kept


def _is_widened(interpreter: Interpreter, width: int) -> bool:
    """Whether an access is a vector load of shared memory, of which only the first word must lie in
    the array: ptxas reads 12 bytes by LDS.128 and ignores the last word. A word beyond the array is
    never written, so its use is a finding."""
    return width > 4 and interpreter.program.codes[interpreter.at].row.access == "shared.load"


def within_one_array(
    interpreter: Interpreter, bank: int | None, offsets: np.ndarray, lanes: np.ndarray, width: int
) -> tuple[np.ndarray, np.ndarray]:
    """Addresses and lanes of accesses within one array of shared memory (None) or of a constant
    bank.

    Accesses that cross arrays become findings, if there are gaps between the arrays.
    """
    arrays = interpreter.separate_arrays.get(bank)
    checked_width = 4 if bank is None and _is_widened(interpreter, width) else width
    inside = arrays.inside(offsets, checked_width) if arrays and offsets.size else None
    if inside is not None and bank is None:
        # Reserved shared memory precedes the arrays.
        inside |= offsets < interpreter.shared_base
    if inside is None or inside.all():
        return offsets, lanes
    first = int(np.argmin(inside))
    array, _ = arrays.nearest(int(offsets[first]))
    interpreter.findings.add(
        "out-of-bounds",
        interpreter.at,
        int((~inside).sum()),
        memory=array.name,
        byte=int(offsets[first]) - array.start,
        threads=(interpreter.name_lane(int(lanes[first])),),
        note=f"{width} bytes; the array has {array.end - array.start}",
    )
    return offsets[inside], lanes[inside]


def count_requests(
    interpreter: Interpreter,
    addresses: np.ndarray,
    mask: Mask,
    width: int,
    *,
    shared: bool,
    store: bool,
) -> None:
    """Count one request per warp: wavefronts of shared memory or sectors of global memory."""
    if interpreter.options.count:
        count = partial(shared_wavefronts, store=store) if shared else sectors
        interpreter.memory_counters.add(addresses, mask, width, count, shared=shared)


def extended(words: list[np.ndarray], width: int, signed: bool) -> list[np.ndarray]:
    if not signed:
        return words
    narrow = np.int8 if width == 1 else np.int16
    return [words[0].astype(narrow).astype(np.int32).view(np.uint32)]


@instruction("LDG", "LDS")
def load(code: Code, interpreter: Interpreter) -> Action:
    """Global and shared loads, and LD of global memory."""
    code.only(*CACHING, *_WIDTHS)
    shared = code.row.memory == "shared"
    width, signed = width_of(code)
    destination, source = code.operands[:2]
    for more in code.operands[2:]:
        if not more.is_true:
            raise code.unknown()
    addresses = address(source, interpreter, pairs=not shared)
    rows = [interpreter.registers.target(destination, part) for part in range(max(1, width // 4))]
    drop = destination.is_zero
    swapped = swapped_after(code, interpreter.program.codes)
    scope = scope_of(code)
    polls = shared and code.at in interpreter.release_acquire.polls
    blank = rows if code.at in interpreter.options.blank and not drop else []
    places = shared_places if shared else global_places

    def act(mask: Mask) -> None:
        offsets, lanes = addresses(mask), interpreter.lanes(mask)
        count_requests(interpreter, offsets, mask, width, shared=shared, store=False)
        for row in blank:
            put(row, np.uint32(0), mask)
        if interpreter.options.only is not None:
            return
        store = interpreter.shared if shared else interpreter.memory
        offsets, lanes = places(interpreter, offsets, lanes, width)
        checker = interpreter.shared_checker if shared else interpreter.global_checker
        if checker and offsets.size:
            readers = lanes if shared else interpreter.thread[lanes]
            undefined: list[tuple[np.ndarray, np.ndarray]] = []
            into = None if drop else lambda *granules: undefined.append(granules)
            if scope is not None or polls:
                scopes = {"device": scope == ATOMIC, "polls": polls}
                interpreter.release_acquire.load(
                    checker.shadow.handed_on, offsets, lanes, width, **scopes
                )
            checker.read(
                offsets, width, readers, swapped=swapped, scope=scope, polls=polls, into=into
            )
            for place, never in undefined:
                # Granules of each word together.
                shape = len(place), len(rows), place.shape[1] // len(rows)
                interpreter.undefined.load(
                    checker,
                    destination.index,
                    lanes,
                    place.reshape(shape)[:, :, 0],
                    never.reshape(shape),
                )
        if drop:
            return
        into_lanes = slice(None) if len(lanes) == interpreter.threads else lanes
        words = extended(store.load(offsets, width), width, signed)
        for row, word in zip(rows, words, strict=True):
            row[into_lanes] = word

    return act


@instruction("STG", "STS")
def store(code: Code, interpreter: Interpreter) -> Action:
    """Global and shared stores, and ST to global memory."""
    code.only(*CACHING, *_WIDTHS)
    shared = code.row.memory == "shared"
    width, _ = width_of(code)
    target, value = code.operands
    addresses = address(target, interpreter, pairs=not shared)
    rows = [interpreter.registers.row(value, part) for part in range(max(1, width // 4))]
    scope = scope_of(code)
    places = shared_places if shared else global_places

    def act(mask: Mask) -> None:
        offsets, lanes = addresses(mask), interpreter.lanes(mask)
        count_requests(interpreter, offsets, mask, width, shared=shared, store=True)
        if interpreter.options.only is not None:
            return
        offsets, lanes = places(interpreter, offsets, lanes, width)
        if not offsets.size:
            return
        whole = len(lanes) == interpreter.threads
        words = [row if whole else row[lanes] for row in rows]
        if not shared and code.at in interpreter.late_stores.pairs:
            words = [word.copy() for word in words]
            perform = partial(write, interpreter, shared, offsets, lanes, width, words, scope)
            interpreter.late_stores.hold(offsets, lanes, width, perform)
            return
        write(interpreter, shared, offsets, lanes, width, words, scope)
        if code.base == "STS" and interpreter.undefined.words and interpreter.shared_checker:
            undefined = interpreter.undefined.bytes_of(value.index, len(rows), lanes)
            interpreter.shared_checker.copy_undefined(offsets, width, undefined)

    return act


def write(
    interpreter: Interpreter,
    shared: bool,
    offsets: np.ndarray,
    lanes: np.ndarray,
    width: int,
    words: list[np.ndarray],
    scope: int | None = None,
) -> None:
    """Store words at offsets, checked; `scope` is that of a strong store."""
    memory = interpreter.shared if shared else interpreter.memory
    checker = interpreter.shared_checker if shared else interpreter.global_checker
    if checker is None:
        memory.store(offsets, width, words)
        return

    def same() -> np.ndarray:
        held = memory.load(offsets, width)
        narrow = np.uint32((1 << 8 * min(width, 4)) - 1)
        equal = np.stack(
            [old == new & narrow for old, new in zip(held, words, strict=True)], axis=1
        )
        return np.repeat(equal.ravel(), max(1, min(width, 4) // checker.granule))

    if shared or scope is not None:
        interpreter.release_acquire.store(
            checker.shadow.handed_on, offsets, lanes, width, device=scope == ATOMIC
        )
    after = checker.write(
        offsets, width, lanes if shared else interpreter.thread[lanes], same, scope
    )
    memory.store(offsets, width, words)
    after(same)
