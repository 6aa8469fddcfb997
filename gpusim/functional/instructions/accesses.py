"""Loads and stores: global, shared, local and constant memory, and asynchronous copies."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ...counting.wavefronts import sectors, shared_wavefronts
from ...isa.operands import Code, Operand
from ...sanitizer.global_races import is_strong
from ...state.memory import GLOBAL_BASE, SHARED_BASE, STACK_TOP
from ...state.registers import Mask, put
from . import Action, instruction

if TYPE_CHECKING:
    from ..interpreter import Machine

CACHING = (
    "E", "CONSTANT", "BYPASS", "ACCESS", "LTC64B", "LTC128B", "LTC256B", "NA", "EF", "EL", "LU",
    "STRONG", "WEAK", "MMIO", "GPU", "CTA", "SM", "SYS", "PRIVATE", "EU",
)  # fmt: skip
NARROW = {"U8": (1, False), "S8": (1, True), "U16": (2, False), "S16": (2, True)}
_WIDTHS = ("64", "128", *NARROW)


def address(
    operand: Operand, machine: Machine, *, pairs: bool = False
) -> Callable[[Mask], np.ndarray]:
    """int64 byte addresses of the active lanes; with `pairs` a register alone is one of a pair, as
    it is written for compare-and-swap."""
    registers = machine.registers
    pairs = pairs and not operand.suffix
    parts = [(part, pairs or ".64" in part.suffix) for part in operand.parts]
    narrow = [registers.raw(part) for part, is_pair in parts if not is_pair]
    wide = [(registers.raw(part), registers.raw(part, 1)) for part, is_pair in parts if is_pair]
    # A register beside a 64-bit one is a 32-bit offset; alone, addresses are 32 bits wide.
    long = bool(wide) or operand.suffix == "desc"
    offset = np.int64(operand.value)

    def addresses(mask: Mask) -> np.ndarray:
        total = np.full(machine.threads, offset)
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
    machine: Machine, kind: str, at: np.ndarray, lanes: np.ndarray, width: int, low: int, high: int
) -> tuple[np.ndarray, np.ndarray]:
    """Places and lanes of the accesses that lie within [low, high) and are aligned.

    The others are findings, and nothing more comes of them.
    """
    bad = at & (width - 1) != 0
    if bad.any():
        note(machine, "misaligned", kind, at[bad], lanes[bad], width)
        at, lanes = at[~bad], lanes[~bad]
    outside = (at < low) | (at + width > high)
    if outside.any():
        note(machine, "out-of-bounds", kind, at[outside], lanes[outside], width)
        at, lanes = at[~outside], lanes[~outside]
    return at, lanes


def note(
    machine: Machine, finding: str, memory: str, at: np.ndarray, lanes: np.ndarray, width: int
) -> None:
    byte = int(at[0])
    if memory == "global":
        memory, byte = machine.memory.name_of(byte)
    elif memory == "shared":
        byte -= SHARED_BASE
    elif memory == "local":
        byte -= STACK_TOP - machine.setup.local
    machine.findings.add(
        finding,
        machine.at,
        len(at),
        memory=memory,
        byte=byte,
        threads=(machine.name_lane(int(lanes[0])),),
        note=f"{width} bytes",
    )


def global_places(
    machine: Machine, addresses: np.ndarray, lanes: np.ndarray, width: int
) -> tuple[np.ndarray, np.ndarray]:
    """Places in the flat store of accesses that lie within an array and are aligned."""
    at = addresses - GLOBAL_BASE
    if not at.size:
        return at, lanes
    bad = at & (width - 1) != 0
    if bad.any():
        note(machine, "misaligned", "global", at[bad], lanes[bad], width)
        at, lanes = at[~bad], lanes[~bad]
    inside = machine.memory.inside(at, width) if at.size else None
    if inside is not None:
        note(machine, "out-of-bounds", "global", at[~inside], lanes[~inside], width)
        at, lanes = at[inside], lanes[inside]
    return at, lanes


def shared_places(
    machine: Machine, addresses: np.ndarray, lanes: np.ndarray, width: int
) -> tuple[np.ndarray, np.ndarray]:
    """The same for shared memory; places are of all blocks' memories in a row."""
    at, lanes = checked(
        machine,
        "shared",
        machine.clusters.own(addresses, lanes),
        lanes,
        width,
        SHARED_BASE,
        SHARED_BASE + machine.shared_bytes,
    )
    return at + machine.shared_offset[lanes], lanes


def tally(
    machine: Machine, addresses: np.ndarray, mask: Mask, width: int, *, shared: bool, store: bool
) -> None:
    """Count a request of each warp: wavefronts of shared memory or sectors of global memory."""
    if machine.options.count:
        count = partial(shared_wavefronts, store=store) if shared else sectors
        machine.tallies.add(addresses, mask, width, count, shared=shared)


def extended(words: list[np.ndarray], width: int, signed: bool) -> list[np.ndarray]:
    if not signed:
        return words
    narrow = np.int8 if width == 1 else np.int16
    return [words[0].astype(narrow).astype(np.int32).view(np.uint32)]


# A loop that computes a value and swaps it in is no longer than this.
_LOOP = 24


def _swapped_after(code: Code, machine: Machine) -> bool:
    """Whether a compare-and-swap of what is loaded follows, at the same place."""
    at, destination = code.operands[1], code.operands[0]
    return any(
        later.has("CAS", "CAST")
        and any(
            one.kind == "address"
            and one.value == at.value
            and [part.index for part in one.parts] == [part.index for part in at.parts]
            for one in later.operands
        )
        and any(one.kind == "R" and one.index == destination.index for one in later.operands[-2:])
        for later in machine.program.codes[code.at + 1 : code.at + 1 + _LOOP]
    )


@instruction("LDG", "LDS", "LD")
def load(code: Code, machine: Machine) -> Action:
    """Global and shared loads; a generic address is taken for a global one."""
    code.only(*CACHING, *_WIDTHS)
    shared = code.base == "LDS"
    width, signed = width_of(code)
    destination, source = code.operands[:2]
    for more in code.operands[2:]:
        if not more.is_true:
            raise code.unknown()
    addresses = address(source, machine)
    rows = [machine.registers.target(destination, part) for part in range(max(1, width // 4))]
    drop = destination.is_zero
    swapped = _swapped_after(code, machine)
    strong = is_strong(code)
    blank = rows if code.at in machine.options.blank and not drop else []

    def act(mask: Mask) -> None:
        at, lanes = addresses(mask), machine.lanes(mask)
        tally(machine, at, mask, width, shared=shared, store=False)
        for row in blank:
            put(row, np.uint32(0), mask)
        if machine.options.only is not None:
            return
        store = machine.shared if shared else machine.memory
        at, lanes = (shared_places if shared else global_places)(machine, at, lanes, width)
        checker = machine.shared_checker if shared else machine.global_checker
        if checker and at.size:
            readers = lanes if shared else machine.thread[lanes]
            undefined: list[tuple[np.ndarray, np.ndarray]] = []
            into = None if drop else lambda *granules: undefined.append(granules)
            checker.read(at, width, readers, swapped=swapped, strong=strong, into=into)
            if strong:
                checker.meet(at, readers)
            for place, never in undefined:
                # Granules of each word together.
                words = len(rows), place.shape[1] // len(rows)
                machine.undefined.load(
                    checker,
                    destination.index,
                    lanes,
                    place.reshape(-1, *words)[:, :, 0],
                    never.reshape(-1, *words).any(axis=2),
                )
        if drop:
            return
        whole = len(lanes) == machine.threads
        for row, word in zip(rows, extended(store.load(at, width), width, signed), strict=True):
            if whole:
                row[:] = word
            else:
                row[lanes] = word

    return act


@instruction("STG", "STS", "ST")
def store(code: Code, machine: Machine) -> Action:
    """Global and shared stores; a generic address is taken for a global one."""
    code.only(*CACHING, *_WIDTHS)
    shared = code.base == "STS"
    width, _ = width_of(code)
    target, value = code.operands
    addresses = address(target, machine)
    rows = [machine.registers.row(value, part) for part in range(max(1, width // 4))]

    def act(mask: Mask) -> None:
        at, lanes = addresses(mask), machine.lanes(mask)
        tally(machine, at, mask, width, shared=shared, store=True)
        if machine.options.only is not None:
            return
        at, lanes = (shared_places if shared else global_places)(machine, at, lanes, width)
        if not at.size:
            return
        whole = len(lanes) == machine.threads
        words = [row if whole else row[lanes] for row in rows]
        write(machine, shared, at, lanes, width, words)

    return act


def write(
    machine: Machine,
    shared: bool,
    at: np.ndarray,
    lanes: np.ndarray,
    width: int,
    words: list[np.ndarray],
) -> None:
    """Store words at places, checked."""
    memory = machine.shared if shared else machine.memory
    checker = machine.shared_checker if shared else machine.global_checker
    if checker is None:
        memory.store(at, width, words)
        return

    def same() -> np.ndarray:
        held = memory.load(at, width)
        narrow = np.uint32((1 << 8 * min(width, 4)) - 1)
        equal = np.stack(
            [old == new & narrow for old, new in zip(held, words, strict=True)], axis=1
        )
        return np.repeat(equal.ravel(), max(1, min(width, 4) // checker.granule))

    after = checker.write(at, width, lanes if shared else machine.thread[lanes], same)
    memory.store(at, width, words)
    after(same)


@instruction("LDGSTS")
def copy(code: Code, machine: Machine) -> Action:
    """cp.async: global to shared memory; its bytes are there at once, but nobody may look yet."""
    code.only(*CACHING, "64", "128", "ZFILL")
    width, _ = width_of(code)
    to, source = address(code.operands[0], machine), address(code.operands[1], machine)
    wanted = None
    if len(code.operands) > 2:
        # A predicate that does not hold copies zeros.
        wanted = machine.registers.condition(code.operands[2])
        machine.registers.noted.guard(code.operands[2])

    def act(mask: Mask) -> None:
        loads = mask if wanted is None else machine.active(mask) & wanted()
        target, origin, readers = to(mask), source(loads), machine.lanes(loads)
        tally(machine, origin, loads, width, shared=False, store=False)
        tally(machine, target, mask, width, shared=True, store=True)
        if machine.options.only is not None:
            return
        target, kept = shared_places(machine, target, machine.lanes(mask), width)
        words = [np.zeros(len(kept), np.uint32) for _ in range(width // 4)]
        reads = np.isin(readers, kept)
        places, readers = global_places(machine, origin[reads], readers[reads], width)
        if machine.global_checker and places.size:
            machine.global_checker.read(places, width, machine.thread[readers])
        if machine.shared_checker and target.size:
            machine.shared_checker.copy(target, width, kept, machine.groups[kept])
        row = np.searchsorted(kept, readers)
        for word, new in zip(words, machine.memory.load(places, width), strict=True):
            word[row] = new
        machine.shared.store(target, width, words)

    return act


@instruction("LDGDEPBAR")
def commit(code: Code, machine: Machine) -> Action:
    """cp.async.commit_group."""
    code.only()

    def act(mask: Mask) -> None:
        machine.groups += machine.active(mask)

    return act


@instruction("DEPBAR")
def wait(code: Code, machine: Machine) -> Action:
    """cp.async.wait_group N, or cp.async.bulk.wait_group.read N in a kernel that has bulk stores;
    and waits for a scoreboard, which change nothing here."""
    code.only("LE")
    if code.operands[0].text != "SB0" or len(code.operands) != 2:
        return lambda mask: None
    newest = int(code.operands[1].value) + (code.at in machine.options.raised)
    if machine.bulk_stores.are_used:
        return lambda mask: machine.bulk_stores.wait(machine.active(mask), newest)

    def act(mask: Mask) -> None:
        if machine.shared_checker:
            active = machine.active(mask)
            machine.shared_checker.complete(active, machine.groups - 1 - newest)

    return act
