"""A space of knobs under MetaSchedule: its search mutates decisions, and the rung is walked anew.

MetaSchedule's MutateTileSize mutates those of splits, `Redraw` those of other knobs. `Walk` is the
postprocessor that turns decisions into the rung's schedule, so the features that a cost model sees
are those of the program that would be built.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tvm.ir.utils import derived_object
from tvm.s_tir import meta_schedule as ms
from tvm.s_tir.meta_schedule.mutator import PyMutator
from tvm.s_tir.meta_schedule.postproc import PyPostproc

from schedules.errors import RungError

if TYPE_CHECKING:
    from .knob_space import KnobSpace


def knob_generator(space: KnobSpace, seed: int) -> ms.SpaceGenerator:
    """A generator of the space's draws."""
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
        """Decide one knob anew; MetaSchedule has no mutator for a number that is no tile size."""

        def _initialize_with_tune_context(self, context) -> None:
            pass

        def apply(self, trace, _seed):
            knobs = [inst for inst in trace.insts if inst.kind.name == "SampleCategorical"]
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
