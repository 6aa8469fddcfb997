"""One run of an old script: its options, and the schedules that it creates and lowers."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import tvm
from tvm import te, tirx

from schedules.analyses.verification.serial import described

from .blocks import align, decompose_or_tensorize, double_buffer
from .calls import OldCall, blamed_on, fresh_notices, here, progress_notice
from .dataflow import Var, map_functions, post_order
from .final_graph import FinalGraph, without_sums
from .places import check_stage
from .program import Name, Program, Recorder
from .scans import without_scans
from .schedule import Schedule
from .stage import INLINE
from .stage_loops import StageLoops
from .symbolic import Sizes, with_numbers


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


# --- Session --------------------------------------------------------------------------------------


@dataclass
class Session:
    """Options and results of one run of a script.

    Parameters
    ----------
    on_cpu : bool
        Run CUDA kernels serially on the CPU.
    all_blocks : bool
        Run all blocks of CUDA kernels on the CPU, however long that takes.
    only_lower : bool
        Keep every state of every schedule, and run no kernel.
    skipped : bool
        Set if a kernel was skipped or only run in part, so that results are not as expected.
    passes : list
        The script's own passes over lowered modules, in order.
    timed : float
        Seconds that the script's measurements have taken.
    on_call : callable, optional
        Called at every recorded call and every `lower`, from within the script's frames.
    sizes : Sizes
        The numbers of the script's variables.
    """

    on_cpu: bool = False
    all_blocks: bool = False
    only_lower: bool = False
    skipped: bool = False
    passes: list[Callable] = field(default_factory=list)
    timed: float = 0.0
    on_call: Callable[[], None] | None = None
    sizes: Sizes = field(default_factory=Sizes)
    histories: list[History] = field(default_factory=list)
    replayed: list[Replayed] = field(default_factory=list)


@dataclass(frozen=True)
class Lowering:
    """One `tvm.lower`, or `tvm.build` of a schedule: the number of calls before it, and its
    arguments."""

    calls: int
    args: tuple[te.Tensor, ...]
    call: OldCall
    kind: str
    name: str = "main"
    # Options of the surrounding PassContext, as pairs.
    options: tuple = ()


@dataclass
class History:
    """A schedule of a script: its state before the first call and after each, and its lowerings."""

    schedule: Schedule
    states: list[Schedule]
    lowered: list[Lowering] = field(default_factory=list)

    def replayed(
        self, lowering: Lowering, *, calls: int | None = None, name: str = "main"
    ) -> Replayed:
        """A lowering as today's TIR, or its result after fewer calls."""
        state = self.states[lowering.calls if calls is None else calls]
        return replay(state, lowering.args, name, lowering.call)


_session = Session()


def session() -> Session:
    return _session


@contextlib.contextmanager
def new_session(**options) -> Iterator[Session]:
    """A separate session for the duration of the block."""
    global _session
    before, _session = _session, Session(**options)
    try:
        with fresh_notices():
            yield _session
    finally:
        _session = before


def pass_options() -> tuple:
    """The options of the PassContext that a script is in, as pairs."""
    return tuple(dict(tvm.transform.PassContext.current().config).items())


def watch(made: Schedule, before: Sequence[Schedule] = ()) -> None:
    """Keep the states of a schedule if the session wants them; `before` are those of a copied
    schedule."""
    if session().only_lower:
        history = History(made, [*before] or [made.twin()])
        session().histories.append(history)

        def on_call() -> None:
            history.states.append(made.twin())
            if session().on_call is not None:
                session().on_call()

        made.log.on_call = on_call
        made.log.on_copy = lambda copied: watch(copied, history.states)


def lower_schedule(sch: Schedule, args: Sequence, name: str = "main", kind: str = "") -> Replayed:
    """`tvm.lower` of a schedule, recorded in the session; `kind` is the target's, if known."""
    for history in session().histories:
        if history.schedule is sch:
            history.lowered.append(
                Lowering(len(sch.log.calls), tuple(args), here("lower"), kind, name, pass_options())
            )
    if session().on_call is not None:
        session().on_call()
    with progress_notice(here("lower"), "lowering"):
        replayed = replay(sch, args, name)
    if replayed.program.intrinsics:
        session().replayed.append(replayed)
    return replayed
