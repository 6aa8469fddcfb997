"""Warp-level operations: shuffles, votes, matches, reductions."""

from __future__ import annotations

import numpy as np

from ...chips import WARP
from ...isa.decoder import Code, operand
from ...state.execution import Execution
from ...state.registers import ALL_LANES, Mask, bits_by_warp, put
from . import Action, instruction


def by_groups(execution: Execution, act: Action) -> Action:
    """The action, executed in turn by each group of lanes that executes exclusively."""

    def each(mask: Mask) -> None:
        groups = execution.exclusive
        if (groups == ALL_LANES).all():
            act(mask)
            return
        active = execution.active(mask)
        for group in np.unique(groups[active]):
            act(active & (groups == group))

    return each


def _checks_mask(code: Code, execution: Execution, act: Action) -> Action:
    """The action, preceded by a check that the active lanes are in the member mask. ptxas keeps the
    mask in a register also where it leaves out the WARPSYNC."""
    register = execution.setup.image.warp_steps.get(code.instruction.address)
    if register is None or not execution.options.check:
        return act
    words = execution.registers.raw(operand(f"R{register}"))
    bit = np.uint32(1) << execution.lane

    def checked(mask: Mask) -> None:
        outside = execution.active(mask) & (words() & bit == 0)
        if outside.any():
            execution.report("warp-mask", np.flatnonzero(outside))
        act(mask)

    return checked


@instruction("SHFL")
def shuffle(code: Code, execution: Execution) -> Action:
    """shfl.sync: c holds the clamp in bits 0 to 4 and the segment's mask in bits 8 to 12."""
    code.only("DOWN", "UP", "BFLY", "IDX")
    registers = execution.registers
    inside, write = registers.writer(code.operands[0]), registers.writer(code.operands[1])
    value, by, control = (registers.word(operand) for operand in code.operands[2:5])
    lane = execution.lane.astype(np.int64)
    first = np.arange(execution.threads) - lane

    def act(mask: Mask) -> None:
        bits = np.asarray(control()).astype(np.int64)
        clamp, segment = bits & 31, bits >> 8 & 31
        low, high = lane & segment, lane & segment | clamp & ~segment
        distance = np.asarray(by()).astype(np.int64) & 31
        if code.has("DOWN"):
            source = lane + distance
            valid = source <= high
        elif code.has("UP"):
            source = lane - distance
            valid = source >= high
        elif code.has("BFLY"):
            source = lane ^ distance
            valid = source <= high
        else:
            source = low | distance & ~segment
            valid = source <= high
        source = first + np.where(valid, source, lane)
        active = execution.active(mask)
        if execution.options.check:
            execution.undefined.shuffle(code, source, active)
        write(np.broadcast_to(value(), (execution.threads,))[source], mask)
        inside(valid, mask)

    return _checks_mask(code, execution, act)


def _checks_whole_warps(code: Code, execution: Execution, act: Action) -> Action:
    """The action, preceded by a check: with a full member mask, all live lanes of a warp execute
    the same instruction."""
    if execution.setup.image.warp_steps.get(code.instruction.address, 0) is not None:
        return act

    def checked(mask: Mask) -> None:
        active = execution.active(mask).reshape(-1, WARP)
        missing = execution.alive.reshape(-1, WARP) & ~active & active.any(axis=1, keepdims=True)
        if missing.any():
            note = "its member mask has all lanes, but not all lanes execute it"
            execution.report("part-of-a-warp", np.flatnonzero(missing), note=note)
        act(mask)

    return checked


def _joint(code: Code, execution: Execution, act: Action) -> Action:
    """The action of a vote, match or reduction, with its checks, by groups of lanes."""
    act = by_groups(execution, _checks_whole_warps(code, execution, act))
    return _checks_mask(code, execution, act)


@instruction("VOTE", "VOTEU")
def vote(code: Code, execution: Execution) -> Action:
    """vote: the ballot of the active lanes, and whether any, all, or equally many of them voted
    true."""
    code.only("ANY", "ALL", "EQ")
    registers = execution.registers
    joint = code.at in execution.release_acquire.joint_fences.values()
    *destinations, last = code.operands
    condition = registers.condition(last)
    ballots = [
        registers.writer(destination)
        for destination in destinations
        if destination.kind in ("R", "UR")
    ]
    verdicts = [
        registers.writer(destination)
        for destination in destinations
        if destination.kind in ("P", "UP")
    ]

    def act(mask: Mask) -> None:
        active = execution.active(mask).reshape(-1, WARP)
        if joint:
            execution.release_acquire.vote(active)
        yes = np.broadcast_to(condition(), (execution.threads,)).reshape(-1, WARP) & active
        some, whole = yes.any(axis=1), (yes == active).all(axis=1)
        verdict = {"ANY": some, "ALL": whole, "EQ": whole | ~some}[code.modifiers[0]]
        for write in ballots:
            write(bits_by_warp(yes), mask)
        for write in verdicts:
            write(np.repeat(verdict, WARP), mask)

    return _joint(code, execution, act)


@instruction("ELECT")
def elect(code: Code, execution: Execution) -> Action:
    """elect.sync: true for the first active lane; the uniform register holds its number."""
    code.only()
    if not code.operands[2].is_true:
        raise code.unknown()
    write = execution.registers.writer(code.operands[0])
    row = execution.registers.row(code.operands[1])

    def act(mask: Mask) -> None:
        active = execution.active(mask).reshape(-1, WARP)
        leader = active.argmax(axis=1)
        first = np.zeros_like(active)
        first[np.arange(len(active)), leader] = True
        write((first & active).ravel(), mask)
        if not code.operands[1].is_zero:
            # As of REDUX: each group of lanes that executes exclusively has its own.
            put(row, np.repeat(leader.astype(np.uint32), WARP), mask)

    return _checks_mask(code, execution, by_groups(execution, act))


@instruction("MATCH")
def match(code: Code, execution: Execution) -> Action:
    """match.any.sync: the lanes that hold the same value; match.all.sync: all of them or none."""
    code.only("ANY", "ALL", "U64")
    registers = execution.registers
    *agreed, destination, source = code.operands
    write = registers.writer(destination)
    verdict = registers.writer(agreed[0]) if agreed else None
    value = registers.pair(source) if code.has("U64") else registers.word(source)

    def act(mask: Mask) -> None:
        active = execution.active(mask).reshape(-1, WARP)
        words = np.broadcast_to(value(), (execution.threads,)).reshape(-1, WARP)
        equal = (words[:, :, None] == words[:, None, :]) & active[:, None, :]
        if code.has("ALL"):
            equal &= (equal | ~active[:, None, :]).all(axis=2)[:, :, None]
        write(np.packbits(equal, axis=2, bitorder="little").view(np.uint32).ravel(), mask)
        if verdict:
            verdict(equal.any(axis=2).ravel(), mask)

    return _joint(code, execution, act)


_REDUCTIONS = {
    "SUM": (np.add, 0),
    "AND": (np.bitwise_and, 0xFFFFFFFF),
    "OR": (np.bitwise_or, 0),
    "XOR": (np.bitwise_xor, 0),
    "MIN": (np.minimum, 0x7FFFFFFF),
    "MAX": (np.maximum, -0x80000000),
}


@instruction("REDUX", "CREDUX")
def reduce(code: Code, execution: Execution) -> Action:
    """redux.sync over the active lanes; the result is uniform."""
    code.only(*_REDUCTIONS, "S32")
    registers = execution.registers
    name = next((modifier for modifier in code.modifiers if modifier in _REDUCTIONS), "AND")
    operation, neutral = _REDUCTIONS[name]
    signed = code.has("S32")
    if name in ("MIN", "MAX") and not signed:
        neutral = 0xFFFFFFFF if name == "MIN" else 0
    row, read = registers.row(code.operands[0]), registers.word(code.operands[1])

    def act(mask: Mask) -> None:
        active = execution.active(mask)
        words = np.broadcast_to(read(), (execution.threads,))
        words = (words.view(np.int32) if signed else words).astype(np.int64)
        words = np.where(active, words, neutral).reshape(-1, WARP)
        result = operation.reduce(words, axis=1) & 0xFFFFFFFF
        # A uniform register, but each group of lanes that executes exclusively has its own value.
        put(row, np.repeat(result.astype(np.uint32), WARP), mask)

    return _joint(code, execution, act)
