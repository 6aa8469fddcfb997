"""Rungs of users: from a generator, a finished schedule, or a module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import tvm
from tvm import s_tir

from gpusim.errors import UserError

from ..core.ladder import Rung, Tile
from ..core.steps import Step, walk_trace
from ..lowering.checks import calls_device_code, threads_meet
from ..lowering.lower import lower, lower_cpu
from ..lowering.passes import pass_effects
from ..workloads import Workload
from .computations import as_main
from .sampling import Decisions, decided_anew


def decisions_of(tile: Tile) -> dict[str, Any]:
    """The decisions for sampling instructions, by name; a tile made by `tune` has them."""
    return dict(getattr(tile, "decisions", ()))


@dataclass(frozen=True)
class OwnRung(Rung):
    """A user's rung, which is verified at its own shape."""

    def verify_shapes(self) -> list[tuple[int, ...]]:
        return [self.workload.shape]


Again = Callable[[Sequence[int], Mapping[str, Any]], tuple[s_tir.Schedule, tvm.ir.IRModule]]


@dataclass(frozen=True)
class RecordedRung(OwnRung):
    """A finished schedule, replayed primitive by primitive from its trace.

    `again`, if a function returned the schedule, gives it for other sizes or decisions, with its
    original module.
    """

    schedule: s_tir.Schedule | None = None
    origin: tvm.ir.IRModule | None = None
    again: Again | None = None

    def walk(self, workload: Workload, tile: Tile) -> Iterator[Step]:
        # `origin_of` has already compared them, and verification replays with other intrinsics.
        for step in walk_trace(*self.finished(workload, tile), check=False):
            yield replace(step, mod=as_main(step.mod))

    def finished(self, workload: Workload, tile: Tile) -> tuple[s_tir.Schedule, tvm.ir.IRModule]:
        assert self.schedule is not None and self.origin is not None
        decided = decisions_of(tile)
        if self.again is not None and (decided or workload.shape != self.workload.shape):
            return self.again(workload.shape, decided)
        if decided:
            return decided_anew(self.schedule, self.origin, Decisions(decided)), self.origin
        return self.schedule, self.origin

    def apply(self, sch: s_tir.Schedule, tile: Tile) -> Iterator:
        """Replay the whole trace of the schedule on `sch`."""
        finished, _ = self.finished(self.workload, tile)
        finished.trace.apply_to_schedule(sch, remove_postproc=False)
        yield from ()


@dataclass(frozen=True)
class ModuleRung(OwnRung):
    """A module without a trace: its steps are the lowering passes that change it.

    `wanted` makes the module, with the function `main`, for a workload.
    """

    wanted: Callable[[Workload], tvm.ir.IRModule] | None = None

    @property
    def serial(self) -> bool:
        device_code = not self.on_cpu and calls_device_code(self._module)
        return not device_code and not threads_meet(self._module)

    @cached_property
    def _module(self) -> tvm.ir.IRModule:
        assert self.wanted is not None
        return self.wanted(self.workload)

    @cached_property
    def _changes(self) -> list[tuple[int, str, str]]:
        """The passes that change the module: number of passes so far, name, and effect."""
        to, target = (lower_cpu if self.on_cpu else lower), self.lowered_for()
        try:
            runs = to(self._module, self.build, target).passes
        except UserError:
            # The step of the module itself says why it is not a kernel.
            return []
        return [
            (
                effect.index,
                effect.name.rpartition(".")[2],
                f"+{effect.added} -{effect.removed} lines of TIR",
            )
            for effect in pass_effects(runs)
            if effect.changed
        ]

    def walk(self, workload: Workload, tile: Tile) -> Iterator[Step]:
        rung = self if workload is self.workload else replace(self, workload=workload)
        yield Step(1, "module", "as it is given", rung._module, ())
        names: dict[str, int] = {}
        for index, (passes, name, effect) in enumerate(rung._changes, 2):
            names[name] = names.get(name, 0) + 1
            unique = name if names[name] == 1 else f"{name}_{names[name]}"
            yield Step(index, unique, effect, rung._module, (), no_effect=True, passes=passes)

    def finished(self, workload: Workload, tile: Tile) -> tuple[s_tir.Schedule, tvm.ir.IRModule]:
        raise UserError(
            f"{self.path} is not a schedule: its steps are compiler passes, not primitives"
        )

    def primitives(self, workload: Workload, tile: Tile) -> list[Step]:
        """No primitives: a module does not record how it was scheduled."""
        return []
