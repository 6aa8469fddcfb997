"""Atomics on global and shared memory; lanes with the same address run in lane order."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ...arithmetic import doubles, floats, halves
from ...arithmetic.rounding import BFLOAT16, FLOAT16
from ...isa.operands import Code, Operand
from ...sanitizer.happens_before import ATOMIC
from ...state.registers import Mask
from . import Action, instruction
from .accesses import CACHING, address, count_requests, global_places, scope_of, shared_places
from .forms import chosen

if TYPE_CHECKING:
    from ..interpreter import Interpreter

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
        of = chosen(code, _HALVES, None)
        if not code.has("RN") or name not in (("ADD", "MIN", "MAX") if of else ("ADD",)):
            raise code.unknown()
        if of and name != "ADD":
            return lambda held, value: halves.extremum(held, value, name == "MIN", of)
        if of:
            return lambda held, value: halves.add(held, value, of)
        if code.has("F64"):
            return doubles.add
        return lambda held, value: floats.add(held, value, ftz=code.has("FTZ"))
    update = INTEGERS[name]
    if name in ("MIN", "MAX") and code.has("S32", "S64"):
        kind = np.int64 if code.has("S64") else np.int32
        return lambda held, value: update(held.view(kind), value.view(kind)).view(held.dtype)
    return update


def _ranks(offsets: np.ndarray) -> np.ndarray:
    """For each lane the number of lower lanes with the same address."""
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


def _apart(values: np.ndarray, count: int) -> list[np.ndarray]:
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
def atomic(code: Code, interpreter: Interpreter) -> Action:
    """An atomic operation on shared memory or, for ATOM, also on global memory."""
    code.only(*CACHING, *INTEGERS, *_TYPES, *_VECTORS, "POPC", "32", "SPIN", "RN", "FTZ")
    shared, registers = code.row.memory == "shared", interpreter.registers
    count = 4 if code.has("128") else 2 if code.has("64", "S64", "F64") else 1
    elements = chosen(code, _VECTORS, 1)
    width = 4 * count * elements
    predicate, destination, place, values = _operands(code)
    update = _update(code)
    if code.has("POPC"):  # adds the number of lanes with the same address
        if not (code.has("INC") and destination.is_zero) or values:
            raise code.unknown()
        update = INTEGERS["ADD"]
    elif len(values) != 1 + code.has(*_COMPARING):
        raise code.unknown("number of operands")
    addresses = address(place, interpreter, pairs=not shared)
    words = range(count * elements)
    rows = [[registers.row(value, part) for part in words] for value in values]
    made = [registers.target(destination, part) for part in words] if destination else []
    if destination is None or destination.is_zero:
        made = []
    done = registers.writer(predicate) if predicate else None
    tells = code.has("CAST")
    narrow = code.has(*_COMPARING) and code.at in interpreter.program.narrow_swaps
    places = shared_places if shared else global_places
    scope = scope_of(code) or ATOMIC

    def act(mask: Mask) -> None:
        offsets, lanes = addresses(mask), interpreter.lanes(mask)
        count_requests(interpreter, offsets, mask, width, shared=shared, store=True)
        if interpreter.options.only is not None:
            return
        if narrow:
            for byte, some in enumerate(_changed(rows, lanes).T):
                if some.any():
                    # Reports those out of bounds.
                    places(interpreter, offsets[some] + byte, lanes[some], 1)
        offsets, lanes = places(interpreter, offsets, lanes, width)
        checker = interpreter.shared_checker if shared else interpreter.global_checker
        changed, failed = _changed(rows, lanes) if narrow else None, None
        memory = interpreter.shared if shared else interpreter.memory
        for element in range(elements):
            part = slice(element * count, (element + 1) * count)
            given = [_joined([row[lanes] for row in words[part]]) for words in rows]
            if code.has("POPC"):
                given = [np.ones(len(lanes), np.uint32)]
            previous = _performed(memory, offsets + 4 * part.start, count, update, given)
            if code.has(*_COMPARING):
                failed = previous != given[0]
            if tells:
                previous = (previous == given[0]).astype(previous.dtype)
            for row, word in zip(made[part], _apart(previous, count), strict=False):
                row[lanes] = word
        if checker and offsets.size:
            thread = lanes if shared else interpreter.thread[lanes]
            checker.atomic(offsets, width, thread, scope, changed, failed)
        if done:
            done(np.True_, mask)

    return act


def _changed(rows: list[list[np.ndarray]], lanes: np.ndarray) -> np.ndarray:
    """Bytes of its word that each lane's compare-and-swap changes if it succeeds."""
    expected, value = (words[0][lanes] for words in rows)
    return (expected ^ value).view(np.uint8).reshape(-1, 4) != 0


def _performed(
    memory, offsets: np.ndarray, count: int, update: Update, given: list[np.ndarray]
) -> np.ndarray:
    """Old value of each access; at the same address, lower lanes are performed first."""
    previous = np.zeros(len(offsets), {1: np.uint32, 2: np.uint64, 4: _QUAD}[count])
    ranks = _ranks(offsets) if offsets.size else np.zeros(0, np.int64)
    for rank in range(int(ranks.max(initial=-1)) + 1):
        some = np.flatnonzero(ranks == rank)
        held = _joined(memory.load(offsets[some], 4 * count))
        previous[some] = held
        then = update(held, *(value[some] for value in given))
        if (then != held).any():
            memory.store(offsets[some], 4 * count, _apart(then, count))
    return previous
