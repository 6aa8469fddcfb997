"""`tvm.lower` of an old schedule: its recorded calls on stages as `s_tir` primitives.

One `create_prim_func` of the rewritten TE graph (`final_graph`), then each stage's calls, consumers
first: scope, place (`compute_at`), splits, fuses and reorders in their order, bindings and
annotations (`stage_loops`). Last, every reduction is decomposed at its first reduction loop, which
is where the old TE put the init (`blocks`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import tvm
from tvm import te, tirx

from schedules.analyses.verification.intrinsic_descriptions import described

from .blocks import align, decompose_or_tensorize, double_buffer
from .calls import OldCall, blamed_on, here
from .dataflow import Var, map_functions, post_order
from .final_graph import FinalGraph, without_sums
from .places import check_stage
from .program import Name, Program, Recorder
from .scans import without_scans
from .schedule import Schedule
from .stage import INLINE
from .stage_loops import StageLoops
from .symbolic import with_numbers


@dataclass(frozen=True)
class Replayed:
    """A schedule as today's TIR.

    `tensors` are the arguments of the unscheduled function `origin`, including cached and factored
    stages (a number that the script passes is a variable among them). `program` makes `mod` from
    `origin`; the further arguments of `mod` are `program.arguments`. If requested, `loops` has the
    program's name of each axis, and `bounds` its first value and extent.
    """

    tensors: tuple[te.Tensor | Var, ...]
    program: Program
    mod: tvm.ir.IRModule
    loops: Mapping[Var, Name]
    bounds: Mapping[Var, tuple[object, object]]

    def described(self) -> tvm.ir.IRModule:
        """The same, with plain loops instead of tensor intrinsics, which a CPU cannot run."""
        if not self.program.intrinsics:
            return self.mod
        with described(self.program.intrinsics):
            return tidy_names(self.program.run().mod)


def replay(
    schedule: Schedule,
    args: Sequence[te.Tensor | Var],
    name: str = "main",
    call: OldCall | None = None,
    sizes: Mapping[Var, int] | None = None,
    with_bounds: bool = False,
) -> Replayed:
    """Today's TIR of an old schedule.

    Parameters
    ----------
    call : OldCall, optional
        The `tvm.lower` that asked for it, where that is past; without it, the caller's line.

    sizes : dict, optional
        Numbers of symbolic extents, in place of the schedule's own.

    Raises
    ------
    OldCallError
        An argument is no tensor of the schedule, or TVM refuses what a call asked for.
    """
    call = call or here("lower")
    with blamed_on(call):
        schedule, args = with_numbers(schedule, args, call, sizes)
        scans = without_scans(without_sums(schedule), args, call)
        graph = FinalGraph(scans.schedule, scans.args, call)
        func = te.create_prim_func(graph.tensors)
        rec = Recorder(tvm.IRModule({"main": func.with_attr("global_symbol", name)}))
        rec.program.arguments, rec.program.states = graph.moved, scans.states
        used = set(post_order([arg.op for arg in graph.args if not isinstance(arg, Var)]))
        stages = [stage for stage in graph.places.stages if stage.op in used]
        for stage in stages:
            check_stage(stage, graph.places)
        nest = StageLoops(graph.places, rec, with_bounds)
        for stage in stages:
            nest.look_up(stage, graph.blocks[id(stage)])
        for stage in stages:
            for block in nest.blocks[id(stage)] if stage.attach == INLINE else ():
                rec.do(stage.attach_call, "compute_inline", block)
        for updates in scans.updates:
            nest.in_one_loop(updates, call)
        live = [stage for stage in stages if stage.attach != INLINE]
        for stage in reversed(live):
            nest.place(stage)
            nest.transform(stage)
            nest.annotate(stage)
        for stage in reversed(live):
            double_buffer(nest, stage)
            decompose_or_tensorize(nest, stage, call)
        for stage in live:
            align(nest, stage)
        mod = rec.program.finished(tidy_names(rec.sch.mod))
        return Replayed(tuple(graph.tensors), rec.program, mod, nest.loops, nest.bounds)


def tidy_names(mod: tvm.ir.IRModule) -> tvm.ir.IRModule:
    """Name buffers only after their stages: `set_scope` makes A_shared_shared of A_shared."""
    renamed: dict[Var, Var] = {}

    def on_var(var: Var) -> Var:
        if not tirx.buffer.is_buffer_var(var):
            return var
        if var not in renamed:
            suffix = "_" + str(var.scope()).replace(".", "_")
            name = str(var.name)
            doubled = name.endswith(suffix + suffix) or name.endswith(suffix + "_" + var.scope())
            renamed[var] = tirx.Var(name[: -len(suffix)], var.ty) if doubled else var
        return renamed[var]

    return map_functions(mod, tirx.Buffer, on_var)
