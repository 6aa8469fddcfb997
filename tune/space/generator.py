"""A space of knobs as MetaSchedule's design space.

MutateTileSize mutates the decisions of splits, `Redraw` those of other knobs. `Walk` is the
postprocessor that turns decisions into the rung's schedule, so the features that a cost model sees
are those of the program that would be built.
"""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

import tvm
from tvm.ir.utils import derived_object
from tvm.s_tir import meta_schedule as ms
from tvm.s_tir.meta_schedule.mutator import PyMutator
from tvm.s_tir.meta_schedule.postproc import PyPostproc

from gpusim.chips import WARP
from schedules.core.errors import RungError
from schedules.core.target import Target
from schedules.processes.platforms import cores

if TYPE_CHECKING:
    from .knob_space import Space


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


def knob_generator(space: Space, seed: int) -> ms.SpaceGenerator:
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
