"""Steps: the named points inside a rung, and the walks that take snapshots of a schedule."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gpusim.errors import UserError

if TYPE_CHECKING:
    import tvm
    from tvm import s_tir

    from ..workloads import Workload
    from .ladder import Rung, Tile
    from .target import Target

NO_EFFECT = "no effect on the kernel"


@dataclass(frozen=True)
class Step:
    """A named point inside a rung.

    `primitives` are the calls since the previous step, as Python; `mod` is the scheduled module,
    None for a kernel in a file. If nothing was scheduled, a step is the module after a number of
    lowering `passes`. `loops` are the loops and blocks that are arguments of the last primitive:
    ('l34', 'ax0_ax1_fused'), the trace's name and the TIR's.
    """

    index: int
    name: str
    why: str
    mod: tvm.ir.IRModule | None
    primitives: tuple[str, ...] = ()
    no_effect: bool = False
    passes: int = 0
    loops: tuple[tuple[str, str], ...] = ()

    @property
    def label(self) -> str:
        return f"{self.index:02d}-{self.name}"


def as_step(index: int, mark: Any, mod: tvm.ir.IRModule, primitives: Sequence[str]) -> Step:
    """A Step from a value that a rung yielded: a name, (name, why) or (name, why, NO_EFFECT)."""
    parts = (mark,) if isinstance(mark, str) else tuple(mark) if isinstance(mark, tuple) else ()
    if not 1 <= len(parts) <= 3 or not all(isinstance(part, str) for part in parts):
        raise UserError(f"a step is a name, (name, why) or (name, why, NO_EFFECT), not {mark!r}")
    name = parts[0]
    why = parts[1] if len(parts) > 1 else ""
    no_effect = len(parts) > 2 and parts[2] == NO_EFFECT
    if not name or not all(ch.isalnum() or ch in "_-." for ch in name):
        raise UserError(f"step name {name!r}: use letters, digits, '_', '-' and '.'")
    return Step(index, name, why, mod, tuple(primitives), no_effect=no_effect)


def steps(
    rung: Rung,
    workload: Workload | None = None,
    tile: Tile | None = None,
    target: Target | None = None,
) -> list[Step]:
    """All steps of a rung, by default at its own workload and with its tile for `target`.

    Raises RungError with the rung's line if TVM refuses a primitive.
    """
    workload = rung.at() if workload is None else workload
    if tile is None:
        tile = rung.tile_for(workload, target.arch) if target else rung.tile_for(workload)
    return list(rung.walk(workload, tile))


def primitives(
    rung: Rung, workload: Workload | None = None, tile: Tile | None = None
) -> list[Step]:
    """A rung primitive by primitive."""
    workload = rung.at() if workload is None else workload
    return rung.primitives(workload, tile or rung.tile_for(workload))


_VARIABLE = re.compile(r"\b[lb]\d+\b")


def _name(sch: s_tir.Schedule, variable: Any) -> str:
    """The name of a loop or block in the TIR."""
    node = sch.get(variable)
    return str(node.loop_var.name if hasattr(node, "loop_var") else node.name_hint)


def walk_trace(sch: s_tir.Schedule, origin: tvm.ir.IRModule, check: bool = True) -> list[Step]:
    """The steps of any schedule, by replaying its trace on the unscheduled `origin`.

    A step is a primitive that changes the module, and is named after it; its `primitives` include
    the preceding look-ups (get_sblock, get_loops, sampling). `check` compares the last step with
    the schedule and raises UserError if they differ.
    """
    import tvm_ffi
    from tvm import s_tir

    loop_or_block = (s_tir.schedule.LoopRV, s_tir.schedule.SBlockRV)
    insts = list(sch.trace.insts)
    lines = list(map(str, sch.trace.as_python()))
    if len(lines) != len(insts):
        raise UserError(f"the trace has {len(insts)} instructions but prints as {len(lines)} lines")
    mods: list[tvm.ir.IRModule] = []
    replay = s_tir.Schedule(origin, debug_mask="none")

    named: list[list[str]] = []

    def before(_instruction, inputs, _attributes, decision):
        """Called before each instruction; returns the decision to apply."""
        mods.append(replay.mod)
        named.append(
            [_name(replay, variable) for variable in inputs if isinstance(variable, loop_or_block)]
        )
        return decision

    sch.trace.apply_to_schedule(replay, False, before)
    mods.append(replay.mod)
    walked: list[Step] = []
    done = 0
    for number, (inst, mod) in enumerate(zip(insts, mods[1:], strict=True), 1):
        if inst.kind.is_pure:
            continue
        name = "".join(("_" if c.isupper() else "") + c.lower() for c in inst.kind.name)
        variables = _VARIABLE.findall(lines[number - 1].rpartition(" = sch.")[2])
        names = named[number - 1] if len(variables) == len(named[number - 1]) else []
        loops = tuple(zip(variables, names, strict=False))
        walked.append(
            Step(len(walked) + 1, name.strip("_"), "", mod, tuple(lines[done:number]), loops=loops)
        )
        done = number
    if check and not tvm_ffi.structural_equal(mods[-1], sch.mod):
        raise UserError("replaying the schedule's trace does not give the schedule's module")
    return walked
