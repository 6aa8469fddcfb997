"""Loads, stores and atomics: global, shared and local memory, and generic addresses.

A thread's stack in local memory grows down from the pointer in constant bank 0. Lanes of an atomic
with the same address run in lane order, or in reverse order (`launch.Order`). LD, ST, ATOM and QSPC
access the memory that an address's window selects.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from ...arithmetic import doubles, floats
from ...arithmetic.rounding import BFLOAT16, FLOAT16
from ...counting.wavefronts import sectors, shared_wavefronts
from ...isa.compare_and_swap import swapped_after
from ...isa.decoder import Code, Operand
from ...launch import Order
from ...sanitizer.happens_before import ATOMIC, BLOCK_ATOMIC, is_strong, of_block
from ...state.execution import Execution
from ...state.memory import (
    CONSTANT_WINDOW,
    GLOBAL_BASE,
    LOCAL_WINDOW,
    MODULE_BANK,
    PARAMETER_WINDOW,
    SHARED_WINDOW,
    STACK_TOP,
)
from ...state.registers import Mask, put
from . import Action, first_of, instruction

CACHING = (
    "E", "CONSTANT", "BYPASS", "ACCESS", "LTC64B", "LTC128B", "LTC256B", "NA", "EF", "EL", "LU",
    "STRONG", "WEAK", "MMIO", "GPU", "CTA", "SM", "SYS", "PRIVATE", "EU", "U",
)  # fmt: skip
SIGNED = ("S8", "S16")
WIDTHS = ("64", "128", "U8", "U16", *SIGNED)

# Steps that are executed after an access out of bounds; a GPU would stop the kernel.
_AFTER_FAULT = 100_000


def scope_of(code: Code) -> int | None:
    """The scope of an access marked as strong, as the kind of a write; None if weak."""
    if not is_strong(code):
        return None
    return BLOCK_ATOMIC if of_block(code) else ATOMIC


def address(
    operand: Operand, execution: Execution, *, pairs: bool = False
) -> Callable[[Mask], np.ndarray]:
    """Returns a function from a mask to int64 byte addresses of its lanes.

    With `pairs`, a register without suffix is the lower one of a pair, as in compare-and-swap and
    generic loads.
    """
    registers = execution.registers
    pairs = pairs and not operand.suffix
    parts = [(part, pairs and not part.suffix or ".64" in part.suffix) for part in operand.parts]
    narrow = [registers.raw(part) for part, is_pair in parts if not is_pair]
    wide = [(registers.raw(part), registers.raw(part, 1)) for part, is_pair in parts if is_pair]
    # A register beside a 64-bit one is a 32-bit offset; alone, addresses are 32 bits wide.
    long = bool(wide) or operand.suffix == "desc"
    offset = np.int64(operand.value)

    def addresses(mask: Mask) -> np.ndarray:
        total = np.full(execution.threads, offset)
        for low, high in wide:
            total += low().astype(np.int64) | high().astype(np.int64) << 32
        for row in narrow:
            total += row()
        if not long:
            total &= 0xFFFFFFFF
        return total if mask is None else total[mask]

    return addresses


def checked(
    execution: Execution,
    kind: str,
    offsets: np.ndarray,
    lanes: np.ndarray,
    width: int,
    extent: Callable[[np.ndarray, int], np.ndarray | None],
    alignment: int = 0,
) -> tuple[np.ndarray, np.ndarray]:
    """Offsets and lanes of accesses that are aligned, by default to their width, and within an
    extent: a function that returns a mask of those of a width that are, or None for all.

    All others become findings and are dropped.
    """
    bad = offsets & ((alignment or width) - 1) != 0
    if bad.any():
        note(execution, "misaligned", kind, offsets[bad], lanes[bad], width)
        offsets, lanes = offsets[~bad], lanes[~bad]
    inside = extent(offsets, width) if offsets.size else None
    if inside is not None and not inside.all():
        note(execution, "out-of-bounds", kind, offsets[~inside], lanes[~inside], width)
        offsets, lanes = offsets[inside], lanes[inside]
    return offsets, lanes


def between(low: int, high: int) -> Callable[[np.ndarray, int], np.ndarray]:
    """The extent [low, high)."""
    return lambda offsets, width: (offsets >= low) & (offsets + width <= high)


def note(
    execution: Execution,
    finding: str,
    memory: str,
    offsets: np.ndarray,
    lanes: np.ndarray,
    width: int,
) -> None:
    byte = int(offsets[0])
    if finding == "out-of-bounds":
        execution.ends_by = min(execution.ends_by, execution.steps + _AFTER_FAULT)
    if memory == "global":
        memory, byte = execution.memory.name_of(byte)
    elif memory == "shared":
        byte -= execution.shared_base
    elif memory == "local":
        byte -= STACK_TOP - execution.setup.local
    execution.report(finding, lanes, memory=memory, byte=byte, note=f"{width} bytes")


def global_places(
    execution: Execution,
    addresses: np.ndarray,
    lanes: np.ndarray,
    width: int,
) -> tuple[np.ndarray, np.ndarray]:
    """Offsets in the global store of accesses that are aligned and within an array; the word of a
    narrow atomic may reach beyond it."""
    narrow = execution.at in execution.program.narrow_swaps
    extent = execution.memory.touches if narrow else execution.memory.inside
    return checked(execution, "global", addresses - GLOBAL_BASE, lanes, width, extent)


def shared_places(
    execution: Execution, addresses: np.ndarray, lanes: np.ndarray, width: int
) -> tuple[np.ndarray, np.ndarray]:
    """Offsets in the shared store (all blocks in a row) of valid accesses.

    Generic accesses (.E) reach all blocks of the cluster, others their own.
    """
    remote = execution.program.codes[execution.at].has("E")
    within = execution.clusters.own(addresses, lanes, remote=remote)
    end = execution.shared_end
    narrow = execution.at in execution.program.narrow_swaps
    if narrow or _is_widened(execution, width):
        end = -(-end // width) * width
    own = between(execution.shared_base, end)
    reserved = between(execution.reserved.start, execution.reserved.stop)

    def extent(offsets: np.ndarray, width: int) -> np.ndarray:
        inside = own(offsets, width)
        return inside | reserved(offsets, width) if execution.reserved else inside

    offsets, kept = checked(execution, "shared", within, lanes, width, extent)
    if not narrow or width == 1:
        offsets, kept = within_one_array(execution, None, offsets, kept, width)
    if not remote or execution.cluster == 1:
        return offsets + execution.shared_offset[kept], kept
    block = execution.clusters.owner(addresses, lanes)[np.isin(lanes, kept)]
    execution.clusters.reached_by(kept, block)
    return offsets + block * execution.shared_stride, kept


def local_places(
    execution: Execution, addresses: np.ndarray, lanes: np.ndarray, width: int
) -> tuple[np.ndarray, np.ndarray]:
    """Offsets in the local store (all stacks in a row) of valid accesses."""
    stack = between(STACK_TOP - execution.setup.local, STACK_TOP)
    offsets, kept = checked(execution, "local", addresses, lanes, width, stack)
    return offsets - STACK_TOP + (kept + 1) * execution.local_stride, kept


PLACES = {"global": global_places, "shared": shared_places, "local": local_places}


def _is_widened(execution: Execution, width: int) -> bool:
    """Whether an access is a vector load of shared memory, of which only the first word must lie in
    the array: ptxas reads 12 bytes by LDS.128 and ignores the last word. A word beyond the array is
    never written, so its use is a finding."""
    return width > 4 and execution.program.codes[execution.at].row.access == "shared.load"


def within_one_array(
    execution: Execution, bank: int | None, offsets: np.ndarray, lanes: np.ndarray, width: int
) -> tuple[np.ndarray, np.ndarray]:
    """Addresses and lanes of accesses within one array of shared memory (None) or of a constant
    bank.

    Accesses that cross arrays become findings, if there are gaps between the arrays.
    """
    arrays = execution.separate_arrays.get(bank)
    checked_width = 4 if bank is None and _is_widened(execution, width) else width
    inside = arrays.inside(offsets, checked_width) if arrays and offsets.size else None
    if inside is not None and bank is None:
        reserved = execution.reserved
        inside |= (offsets >= reserved.start) & (offsets < reserved.stop)
    if inside is None or inside.all():
        return offsets, lanes
    first = int(offsets[~inside][0])
    array, _ = arrays.nearest(first)
    extent = f"{width} bytes; the array has {array.end - array.start}"
    execution.report(
        "out-of-bounds", lanes[~inside], memory=array.name, byte=first - array.start, note=extent
    )
    return offsets[inside], lanes[inside]


def count_requests(
    execution: Execution,
    addresses: np.ndarray,
    mask: Mask,
    width: int,
    *,
    shared: bool,
    store: bool,
) -> None:
    """Count one request per warp: wavefronts of shared memory or sectors of global memory."""
    if execution.options.count:
        count = partial(shared_wavefronts, store=store) if shared else sectors
        execution.memory_counters.add(addresses, mask, width, count, shared=shared)


def extended(words: list[np.ndarray], width: int, signed: bool) -> list[np.ndarray]:
    if not signed:
        return words
    narrow = np.int8 if width == 1 else np.int16
    return [words[0].astype(narrow).astype(np.int32).view(np.uint32)]


@instruction("LDG", "LDS", "LDL")
def load(code: Code, execution: Execution) -> Action:
    """Loads of one memory, and LD of global memory. Uninitialized memory may be loaded, but not
    used."""
    code.only(*CACHING, *WIDTHS)
    memory = code.row.memory
    shared = memory == "shared"
    width, signed = code.lane_bytes, code.has(*SIGNED)
    destination, source = code.operands[:2]
    for more in code.operands[2:]:
        if not more.is_true:
            raise code.unknown()
    addresses = address(source, execution, pairs=memory == "global")
    rows = [execution.registers.row(destination, part) for part in range(max(1, width // 4))]
    drop = destination.is_zero
    swapped = swapped_after(code, execution.program.codes)
    scope = scope_of(code)
    polls = shared and code.at in execution.release_acquire.polls
    if shared and code.at in execution.release_acquire.volatile_loads:
        scope = ATOMIC
    blank = rows if code.at in execution.options.blank and not drop else []
    places, store = PLACES[memory], execution.stores[memory]
    # Of a slice, only the stack has data.
    costs_only = execution.options.only is not None and code.row.is_counted

    def act(mask: Mask) -> None:
        offsets, lanes = addresses(mask), execution.lanes(mask)
        if code.row.is_counted:
            count_requests(execution, offsets, mask, width, shared=shared, store=False)
        for row in blank:
            put(row, np.uint32(0), mask)
        if costs_only:
            return
        offsets, lanes = places(execution, offsets, lanes, width)
        checker = execution.checkers[memory]
        if checker and offsets.size:
            readers = execution.thread[lanes] if memory == "global" else lanes
            undefined: list[tuple[np.ndarray, np.ndarray]] = []
            into = None if drop else lambda *granules: undefined.append(granules)
            if scope is not None or polls:
                scopes = {"device": scope == ATOMIC, "polls": polls}
                execution.release_acquire.load(
                    checker.shadow.handed_on, offsets, lanes, width, **scopes
                )
            checker.read(
                offsets, width, readers, swapped=swapped, scope=scope, polls=polls, into=into
            )
            for place, never in undefined:
                # Granules of each word together.
                shape = len(place), len(rows), place.shape[1] // len(rows)
                execution.undefined.load(
                    checker,
                    destination.index,
                    lanes,
                    place.reshape(shape)[:, :, 0],
                    never.reshape(shape),
                )
        if drop:
            return
        into_lanes = slice(None) if len(lanes) == execution.threads else lanes
        words = extended(store.load(offsets, width), width, signed)
        for row, word in zip(rows, words, strict=True):
            row[into_lanes] = word

    return act


@instruction("STG", "STS", "STL")
def store(code: Code, execution: Execution) -> Action:
    """Stores to one memory, and ST to global memory."""
    code.only(*CACHING, *WIDTHS)
    memory = code.row.memory
    width = code.lane_bytes
    target, value = code.operands
    addresses = address(target, execution, pairs=memory == "global")
    rows = [execution.registers.row(value, part) for part in range(max(1, width // 4))]
    scope = scope_of(code)
    places = PLACES[memory]
    costs_only = execution.options.only is not None and code.row.is_counted

    def act(mask: Mask) -> None:
        offsets, lanes = addresses(mask), execution.lanes(mask)
        if code.row.is_counted:
            shared = memory == "shared"
            count_requests(execution, offsets, mask, width, shared=shared, store=True)
        if costs_only:
            return
        offsets, lanes = places(execution, offsets, lanes, width)
        if not offsets.size:
            return
        whole = len(lanes) == execution.threads
        words = [row if whole else row[lanes] for row in rows]
        if memory == "global" and code.at in execution.late_stores.pairs:
            words = [word.copy() for word in words]
            perform = partial(write, execution, memory, offsets, lanes, width, words, scope)
            execution.late_stores.hold(offsets, lanes, width, perform)
            return
        write(execution, memory, offsets, lanes, width, words, scope)
        checker = execution.checkers[memory]
        if code.base in ("STS", "STL") and execution.undefined.words and checker:
            undefined = execution.undefined.bytes_of(value.index, len(rows), lanes)
            checker.copy_undefined(offsets, width, undefined)

    return act


def write(
    execution: Execution,
    memory: str,
    offsets: np.ndarray,
    lanes: np.ndarray,
    width: int,
    words: list[np.ndarray],
    scope: int | None = None,
) -> None:
    """Store words at offsets in a memory, checked; `scope` is that of a strong store."""
    store, checker = execution.stores[memory], execution.checkers[memory]
    if checker is None:
        store.store(offsets, width, words)
        return

    def same() -> np.ndarray:
        held = store.load(offsets, width)
        narrow = np.uint32((1 << 8 * min(width, 4)) - 1)
        equal = np.stack(
            [old == new & narrow for old, new in zip(held, words, strict=True)], axis=1
        )
        return np.repeat(equal.ravel(), max(1, min(width, 4) // checker.granule))

    if memory == "shared" or scope is not None:
        execution.release_acquire.store(
            checker.shadow.handed_on, offsets, lanes, width, device=scope == ATOMIC
        )
    threads = execution.thread[lanes] if memory == "global" else lanes
    after = checker.write(offsets, width, threads, same, scope)
    store.store(offsets, width, words)
    after(same)


# (old value, operand) or (old value, expected, operand) -> new value.
Update = Callable[..., np.ndarray]
INTEGERS: dict[str, Update] = {
    "ADD": lambda held, value: held + value,
    "AND": lambda held, value: held & value,
    "OR": lambda held, value: held | value,
    "XOR": lambda held, value: held ^ value,
    "EXCH": lambda held, value: value,
    "MIN": np.minimum,
    "MAX": np.maximum,
    # atomicInc and atomicDec (CUDA C++ Programming Guide).
    "INC": lambda held, value: np.where(held >= value, held * 0, held + 1),
    "DEC": lambda held, value: np.where((held == 0) | (held > value), value, held - 1),
    "CAS": lambda held, expected, value: np.where(held == expected, value, held),
}
INTEGERS["CAST"] = INTEGERS["CAS"]
_TYPES = ("64", "128", "S32", "S64", "F32", "F64")
_HALVES = {
    f"{name}x{count}": of
    for name, of in (("F16", FLOAT16), ("BF16", BFLOAT16))
    for count in (2, 4, 8)
}
# Elements of a vector; each is a separate atomic access, halves in pairs.
_VECTORS = {"F32x2": 2, "F32x4": 4} | {name: int(name[-1]) // 2 for name in _HALVES}
# A pattern of 128 bits.
_QUAD = np.dtype([("low", np.uint64), ("high", np.uint64)])
_COMPARING = ("CAS", "CAST")


def _update(code: Code) -> Update:
    """The update function, on uint32 or uint64 patterns."""
    name = next(modifier for modifier in code.modifiers if modifier in INTEGERS)
    if code.has("128") and name not in ("EXCH", "CAS"):
        raise code.unknown()
    if code.has("F32", "F64", *_VECTORS):
        of = first_of(code, _HALVES, None)
        if not code.has("RN") or name not in (("ADD", "MIN", "MAX") if of else ("ADD",)):
            raise code.unknown()
        if of and name != "ADD":
            return lambda held, value: floats.pair_extremum(held, value, name == "MIN", of)
        if of:
            return lambda held, value: floats.pair_add(held, value, of=of)
        if code.has("F64"):
            return doubles.add
        return lambda held, value: floats.add(held, value, ftz=code.has("FTZ"))
    update = INTEGERS[name]
    if name in ("MIN", "MAX") and code.has("S32", "S64"):
        kind = np.int64 if code.has("S64") else np.int32
        return lambda held, value: update(held.view(kind), value.view(kind)).view(held.dtype)
    return update


def _ranks(offsets: np.ndarray) -> np.ndarray:
    """For each access the number of earlier ones with the same address."""
    order = np.argsort(offsets, kind="stable")
    ordered = offsets[order]
    first = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    starts = np.repeat(first, np.diff(np.r_[first, len(offsets)]))
    ranks = np.empty(len(offsets), np.int64)
    ranks[order] = np.arange(len(offsets)) - starts
    return ranks


def _joined(words: list[np.ndarray]) -> np.ndarray:
    """Combine one, two or four words into one bit pattern."""
    if len(words) == 1:
        return words[0]
    if len(words) == 4:
        return np.stack(words, axis=1).view(_QUAD)[:, 0]
    return words[0].astype(np.uint64) | words[1].astype(np.uint64) << np.uint64(32)


def _split(values: np.ndarray, count: int) -> list[np.ndarray]:
    if count == 1:
        return [values.astype(np.uint32)]
    if count == 4:
        return list(values.view(np.uint32).reshape(-1, 4).T)
    return [values.astype(np.uint32), (values >> np.uint64(32)).astype(np.uint32)]


def _operands(code: Code) -> tuple[Operand | None, Operand | None, Operand, list[Operand]]:
    """(predicate destination, register destination, address, values)."""
    number = next(n for n, operand in enumerate(code.operands) if operand.kind == "address")
    before = list(code.operands[:number])
    predicate = before.pop(0) if before and before[0].kind == "P" else None
    return (
        predicate,
        before[0] if before else None,
        code.operands[number],
        list(code.operands[number + 1 :]),
    )


@instruction("ATOMG", "ATOMS", "RED", "REDG")
def atomic(code: Code, execution: Execution) -> Action:
    """An atomic operation on shared memory or, for ATOM, also on global memory."""
    code.only(*CACHING, *INTEGERS, *_TYPES, *_VECTORS, "POPC", "32", "SPIN", "RN", "FTZ")
    kind, registers = code.row.memory, execution.registers
    shared = kind == "shared"
    count = 4 if code.has("128") else 2 if code.has("64", "S64", "F64") else 1
    elements = first_of(code, _VECTORS, 1)
    width = 4 * count * elements
    predicate, destination, place, values = _operands(code)
    update = _update(code)
    if code.has("POPC"):  # adds the number of lanes with the same address
        if not (code.has("INC") and destination.is_zero) or values:
            raise code.unknown()
        update = INTEGERS["ADD"]
    elif len(values) != 1 + code.has(*_COMPARING):
        raise code.unknown("number of operands")
    addresses = address(place, execution, pairs=not shared)
    words = range(count * elements)
    rows = [[registers.row(value, part) for part in words] for value in values]
    made = [registers.row(destination, part) for part in words] if destination else []
    if destination is None or destination.is_zero:
        made = []
    done = registers.writer(predicate) if predicate else None
    tells = code.has("CAST")
    narrow = code.has(*_COMPARING) and code.at in execution.program.narrow_swaps
    places, memory = PLACES[kind], execution.stores[kind]
    scope = scope_of(code) or ATOMIC
    # Lanes are performed first to last, or last to first.
    step = -1 if execution.options.order is Order.REVERSED_ATOMICS else 1

    def act(mask: Mask) -> None:
        offsets, lanes = addresses(mask), execution.lanes(mask)
        count_requests(execution, offsets, mask, width, shared=shared, store=True)
        if execution.options.only is not None:
            return
        if narrow:
            for byte, some in enumerate(_changed(rows, lanes).T):
                if some.any():
                    # Reports those out of bounds.
                    places(execution, offsets[some] + byte, lanes[some], 1)
        offsets, lanes = places(execution, offsets, lanes, width)
        checker = execution.checkers[kind]
        changed, failed = _changed(rows, lanes) if narrow else None, None
        for element in range(elements):
            part = slice(element * count, (element + 1) * count)
            given = [_joined([row[lanes] for row in words[part]]) for words in rows]
            if code.has("POPC"):
                given = [np.ones(len(lanes), np.uint32)]
            previous = _performed(memory, offsets + 4 * part.start, count, update, given, step)
            if code.has(*_COMPARING):
                failed = previous != given[0]
            if tells:
                previous = (previous == given[0]).astype(previous.dtype)
            for row, word in zip(made[part], _split(previous, count), strict=False):
                row[lanes] = word
        if checker and offsets.size:
            thread = lanes if shared else execution.thread[lanes]
            checker.atomic(
                offsets[::step],
                width,
                thread[::step],
                scope,
                *(row if row is None else row[::step] for row in (changed, failed)),
            )
        if done:
            done(np.True_, mask)

    return act


def _changed(rows: list[list[np.ndarray]], lanes: np.ndarray) -> np.ndarray:
    """Bytes of its word that each lane's compare-and-swap changes if it succeeds."""
    expected, value = (words[0][lanes] for words in rows)
    return (expected ^ value).view(np.uint8).reshape(-1, 4) != 0


def _performed(
    memory, offsets: np.ndarray, count: int, update: Update, given: list[np.ndarray], step: int
) -> np.ndarray:
    """Old value of each access; at the same address, earlier ones are performed first, or later
    ones if `step` is -1."""
    previous = np.zeros(len(offsets), {1: np.uint32, 2: np.uint64, 4: _QUAD}[count])
    ranks = _ranks(offsets[::step])[::step] if offsets.size else np.zeros(0, np.int64)
    for rank in range(int(ranks.max(initial=-1)) + 1):
        some = np.flatnonzero(ranks == rank)
        held = _joined(memory.load(offsets[some], 4 * count))
        previous[some] = held
        then = update(held, *(value[some] for value in given))
        if (then != held).any():
            memory.store(offsets[some], 4 * count, _split(then, count))
    return previous


# The opcodes that access shared and local memory alone.
_SHARED = {"LD": "LDS", "ST": "STS", "ATOM": "ATOMS"}
_LOCAL = {"LD": "LDL", "ST": "STL"}
_WINDOW_BITS = 32


def _as(code: Code, opcode: str) -> Code:
    """The instruction with another opcode and 32-bit addresses; .E marks it as generic."""
    place = code.place
    parts = tuple(replace(part, suffix="") for part in place.parts)
    low = replace(place, suffix="", parts=parts)
    operands = tuple(low if operand is place else operand for operand in code.operands)
    return replace(code, instruction=code.instruction._replace(opcode=opcode), operands=operands)


def _windows(code: Code, execution: Execution) -> Callable[[], np.ndarray]:
    """Returns a function for the upper 32 bits of each lane's address."""
    addresses = address(code.place, execution, pairs=True)
    return lambda: addresses(None) >> _WINDOW_BITS


@instruction("LD", "ST", "ATOM")
def access(code: Code, execution: Execution) -> Action:
    """An access by generic address: executed for the lanes of each memory separately."""
    code.modifiers.index("E")
    windows = _windows(code, execution)
    build = {"LD": load, "ST": store, "ATOM": atomic}[code.base]
    otherwise = build(code, execution)
    known: dict[int, Action] = {}
    if code.base == "ATOM" and code.has("F32", "F64", "F16x2", "BF16x2"):
        # The predicate makes the program use compare-and-swap instead.
        known[SHARED_WINDOW] = known[LOCAL_WINDOW] = _not_done(code, execution)
    else:
        known[SHARED_WINDOW] = build(_as(code, _SHARED[code.base]), execution)
        if code.base in _LOCAL:
            known[LOCAL_WINDOW] = build(_as(code, _LOCAL[code.base]), execution)
    if code.base == "LD":
        generic = address(code.place, execution, pairs=True)
        banks = {PARAMETER_WINDOW: (0, execution.setup.image.parameter_base)}
        if MODULE_BANK in execution.registers.constants:
            banks[CONSTANT_WINDOW] = MODULE_BANK, 0
        for window, (bank, base) in banks.items():
            known[window] = _load_of_bank(
                code, execution, bank, lambda start=window - base: generic(None) - start
            )
    elif code.base == "ST":
        own = [start >> _WINDOW_BITS for start in known]
        execution.undefined.copies[code.at] = lambda: np.isin(windows(), own)

    def act(mask: Mask) -> None:
        window, active, rest = windows(), execution.active(mask), mask
        for start, action in known.items():
            lanes = active & (window == start >> _WINDOW_BITS)
            if lanes.any():
                action(lanes)
                rest = execution.active(rest) & ~lanes
        if rest is None or rest.any():
            otherwise(rest)

    return act


def _not_done(code: Code, execution: Execution) -> Action:
    write = execution.registers.writer(code.operands[0])
    return lambda mask: write(np.False_, mask)


@instruction("LDC", "LDCU", "ULDC")
def load_constant(code: Code, execution: Execution) -> Action:
    code.only("64", "128", "U8", "U16", *SIGNED)
    source, registers = code.operands[1], execution.registers
    if source.parts or code.lane_bytes < 4:
        offsets = registers.constant_offset(source)
        return _load_of_bank(code, execution, source.bank, offsets)
    parts = range(code.lane_bytes // 4)
    pairs = [
        (registers.raw(source, part), registers.writer(code.operands[0], part)) for part in parts
    ]

    def act(mask: Mask) -> None:
        words = [read() for read, _ in pairs]
        for word, (_, write) in zip(words, pairs, strict=True):
            write(word, mask)

    return act


def _load_of_bank(
    code: Code, execution: Execution, bank: int, places: Callable[[], np.ndarray]
) -> Action:
    """A load from a constant bank, at byte offsets by lane."""
    width, signed = code.lane_bytes, code.has(*SIGNED)
    registers, parts = execution.registers, range(max(1, width // 4))
    writers = [registers.writer(code.operands[0], part) for part in parts]
    size = min(width, 4)
    data = registers.constants[bank].view(f"u{size}")

    def act(mask: Mask) -> None:
        offsets = np.broadcast_to(places(), execution.threads)
        inside = (offsets >= 0) & (offsets + width <= data.nbytes) & (offsets % width == 0)
        active = execution.active(mask)
        outside = np.flatnonzero(active & ~inside)
        if outside.size:
            note(execution, "out-of-bounds", "constant", offsets[outside], outside, width)
        if bank in execution.separate_arrays:
            lanes = np.flatnonzero(active & inside)
            within_one_array(execution, bank, offsets[lanes], lanes, width)
        first = offsets // size
        # Inactive lanes may hold any index.
        words = [data[np.clip(first + part, 0, len(data) - 1)] for part in parts]
        words = extended([word.astype(np.uint32) for word in words], width, signed)
        for write, word in zip(writers, words, strict=True):
            write(word, mask)

    return act


@instruction("QSPC")
def query(code: Code, execution: Execution) -> Action:
    """Whether a generic address is in the block's (.S) or cluster's (.D) shared memory, local
    memory or global memory.
    """
    code.only("E", "S", "D", "L", "G")
    if not code.operands[1].is_zero:
        raise code.unknown()
    addresses = address(code.place, execution, pairs=True)
    write = execution.registers.writer(code.operands[0])

    def act(mask: Mask) -> None:
        generic = addresses(None)
        shared, of_stack = (
            generic >> _WINDOW_BITS == start >> _WINDOW_BITS
            for start in (SHARED_WINDOW, LOCAL_WINDOW)
        )
        own = execution.clusters.owner(generic & 0xFFFFFFFF) == execution.block_of
        inside = {"S": shared & own, "D": shared, "L": of_stack, "G": ~shared & ~of_stack}
        write(inside[code.modifiers[-1]], mask)

    return act
