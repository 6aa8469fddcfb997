"""MetaSchedule: the space that it generates for a workload, and its search over a space of knobs.

`space = "auto"` selects the generated space. In a search over knobs, MutateTileSize mutates the
decisions of splits, `Redraw` those of other knobs. `Walk` is the postprocessor that turns decisions
into the rung's schedule, so the features that a cost model sees are those of the program that would
be built.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import tvm
from tvm import s_tir
from tvm.ir.utils import derived_object
from tvm.s_tir import meta_schedule as ms
from tvm.s_tir.meta_schedule.mutator import PyMutator
from tvm.s_tir.meta_schedule.postproc import PyPostproc

from gpusim.chips import WARP
from gpusim.errors import UserError
from schedules.core.errors import RungError
from schedules.core.ladder import Rung, Tile
from schedules.core.target import Target
from schedules.gemm.tensor_tiles import intrinsics
from schedules.processes.platforms import cores
from schedules.workloads import Workload

from ..measuring.interface import BuildRequest
from .base import Candidate, Point, Space, dims, plain, schedule_hash

if TYPE_CHECKING:
    from .knob_space import KnobSpace


def search_target(target: Target) -> tvm.target.Target:
    """The target with the attributes that MetaSchedule's rules need: cores, or a block's limits."""
    if target.on_cpu:
        mcpu = target.tvm.attrs["mcpu"]
        return tvm.target.Target({"kind": "llvm", "mcpu": str(mcpu), "num-cores": cores()})
    most = target.limits
    return tvm.target.Target(
        {
            "kind": "cuda",
            "arch": target.arch,
            "max_threads_per_block": most.threads,
            # MetaSchedule's rules make static shared arrays.
            "max_shared_memory_per_block": most.static_shared,
            "thread_warp_size": WARP,
        },
        host="llvm",
    )


@dataclass
class GeneratedSpace(Space):
    """MetaSchedule's rules on the workload of a rung. Its points are traces, as JSON text.

    It has no knobs, and its candidates can only be drawn.
    """

    rung: Rung
    workload: Workload
    target: Target

    knobs = {}
    file = ""
    size = None
    removed = ()

    @cached_property
    def mod(self) -> tvm.ir.IRModule:
        return s_tir.Schedule(self.workload.prim_func()).mod

    def recorded(self, knobs: Mapping[str, Any], trace: Callable[[], Any]) -> Point:
        return json.dumps(trace(), separators=(",", ":"))

    def tile(self, values: Mapping[str, Any]) -> Tile:
        raise UserError(f"a candidate of MetaSchedule's is no {type(self.rung.tile).__name__}")

    def schedule(self, point: Point) -> s_tir.Schedule:
        intrinsics()
        sch = s_tir.Schedule(self.mod)
        s_tir.schedule.Trace.apply_json_to_schedule(json.loads(point), sch)
        return sch

    def drawn(self, sch: s_tir.Schedule) -> Point:
        return json.dumps(plain(sch.trace.as_json()), separators=(",", ":"))

    def candidate(self, point: Point) -> Candidate:
        schedule = schedule_hash(self.schedule(point).mod, self.rung)
        key = f"{dims(self.shape)} {schedule}"
        request = BuildRequest(key, self.rung.path, self.shape, self.target.arch, trace=point)
        return Candidate(point, {}, request, json.loads(point), schedule)

    # A candidate whose name is its schedule's hash must be walked to be named.
    proposed = candidate

    def generator(self, seed: int) -> ms.SpaceGenerator:
        self.register_intrinsics()
        return ms.space_generator.PostOrderApply()

    def register_intrinsics(self) -> None:
        intrinsics()


def knob_generator(space: KnobSpace, seed: int) -> ms.SpaceGenerator:
    """A generator of candidates of the space."""
    numbers = random.Random(seed)

    @derived_object
    class Walk(PyPostproc):
        """Walk the rung with the tile of a schedule's decisions, if the space allows them."""

        def _initialize_with_tune_context(self, context) -> None:
            pass

        def apply(self, sch) -> bool:
            point = space.drawn(sch)
            if space.refusal(space.values(point)):
                return False
            try:
                space.walk(sch, point)
            except RungError:
                return False
            return True

        def clone(self) -> Walk:
            return Walk()

    @derived_object
    class Redraw(PyMutator):
        """Decide again a knob that is not a tile size; MetaSchedule has no mutator for these."""

        def _initialize_with_tune_context(self, context) -> None:
            pass

        def apply(self, trace, _seed):
            # The decisions of a user's own sampling instructions follow those of the knobs.
            drawn = itertools.takewhile(
                lambda instruction: instruction.kind.name != "EnterPostproc", trace.insts
            )
            knobs = [inst for inst in drawn if inst.kind.name == "SampleCategorical"]
            if not knobs:
                return None
            chosen = numbers.choice(knobs)
            count = len(chosen.attrs[0])
            return trace.with_decision(chosen, numbers.randrange(count), remove_postproc=True)

        def clone(self) -> Redraw:
            return Redraw()

    return ms.space_generator.ScheduleFn(
        space.draw,
        sch_rules=[],
        postprocs=[Walk()],
        mutator_probs={ms.mutator.MutateTileSize(): 0.5, Redraw(): 0.5},
    )
