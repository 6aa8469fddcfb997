"""`te.scan`: a recurrence over time, as stages that TIR has.

Init, update and the stages between them are scheduled like others: the update over separate
buffers, with a loop over time in which the stages of a step are computed. After all calls, the
buffers that init and update write become the one buffer of the state (`program.with_states`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import tvm
from tvm import te, tirx

from .axes import AxisMap, number
from .calls import OldCall, refuse
from .dataflow import (
    TensorKey,
    Var,
    key,
    map_bodies,
    new_axis,
    outputs,
    post_order,
    reads_of,
    reduction,
    remake,
    substitute,
)
from .program import State
from .schedule import Schedule
from .stage import INLINE, ROOT, SCOPE, Stage


def scan(init, update, state_placeholder, inputs=None, name="scan", tag="", attrs=None):
    """`te.scan`; refuses a step that needs values which no earlier step has computed."""
    made = te.scan(init, update, state_placeholder, inputs, name, tag, attrs)
    made = made if isinstance(made, list) else [made]
    op = made[0].op
    written = [tensor.op for tensor in (*op.init, *op.update)]
    for inner in (*written, *body_of(op)):
        if not isinstance(inner, te.ComputeOp) or inner.num_outputs > 1 or not inner.axis:
            raise refuse(
                f"{inner.name} is not a te.compute with one output and a time axis; "
                "write it as one",
                "scan",
            )
    if len(set(written)) < len(written):
        raise refuse(
            "two states share an init or update; write a separate te.compute for each",
            "scan",
        )
    _check_steps(op)
    return made if len(made) > 1 else made[0]


def body_of(op: te.ScanOp) -> list:
    """The computation of a step: the updates, and the stages that depend on the state."""
    states = {state.op for state in op.state_placeholder}
    inside: list = []
    for other in post_order([update.op for update in op.update]):
        if any(tensor.op in states or tensor.op in inside for tensor in other.input_tensors):
            inside.append(other)
    return inside + [update.op for update in op.update if update.op not in inside]


def scan_body(op: te.ScanOp) -> list:
    """`te.schedule.ScanGetBody`."""
    return [op, *body_of(op)]


def fix_points(op: te.ScanOp) -> AxisMap:
    """`te.schedule.ScanFixPointAnalysis`: for each spatial axis of a scan, 1 if steps do not mix
    its indices.

    Then an element depends only on elements with its own index, so steps need no synchronization
    along that axis.
    """
    axes = iter(op.spatial_axis_)
    own = [[next(axes).var for _ in state.shape[1:]] for state in op.state_placeholder]
    # For a tensor's dimension: the spatial axis that it derives from, or none if it mixes several.
    comes_from: dict[tuple, Var] = {
        (*key(state), dimension): var
        for state, variables in zip(op.state_placeholder, own, strict=True)
        for dimension, var in enumerate(variables, 1)
    }
    mixed: set[Var] = set()
    for stage in body_of(op):
        places = {axis.var: dimension for dimension, axis in enumerate(stage.axis)}
        for tensor, indices in reads_of(stage):
            for dimension, index in enumerate(indices):
                source = comes_from.get((*key(tensor), dimension))
                place = places.get(index) if isinstance(index, Var) else None
                if source is None:
                    continue
                if place is None:
                    mixed.add(source)
                    continue
                for output in outputs(stage):
                    before = comes_from.setdefault((*key(output), place), source)
                    mixed |= set() if before.same_as(source) else {before, source}
    return AxisMap(
        {
            var: tirx.const(
                int(var not in mixed and var.same_as(comes_from.get((*key(update), dimension)))),
                "int32",
            )
            for update, variables in zip(op.update, own, strict=True)
            for dimension, var in enumerate(variables, 1)
        }
    )


def _check_steps(op: te.ScanOp) -> None:
    """Refuse reads of a state that no earlier step has written, and of stages of other steps."""
    states = {state.op for state in op.state_placeholder}
    body = body_of(op)
    for stage in body:
        time, analyzer = stage.axis[0].var, tvm.sym.Analyzer()
        analyzer.bind(time, op.scan_axis.dom)
        for tensor, (step, *_) in reads_of(stage):
            if tensor.op in states and not (
                analyzer.can_prove(step < time) and analyzer.can_prove(step >= 0)
            ):
                raise refuse(
                    f"{stage.name} reads the state at {step}, which is not known to be written "
                    f"before step {time.name} (the first axis of {stage.name}): read it at "
                    f"{time.name} - 1, or let init compute as many steps as it reads back",
                    "scan",
                )
            if tensor.op in body and not step.same_as(time):
                raise refuse(
                    f"{stage.name} reads {tensor.op.name} at {step}, and only states are kept from "
                    "step to step: make it a state, or read it at the same step",
                    "scan",
                )


# --- Lowering -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WithoutScans:
    """A schedule and arguments of `lower` in which scans are replaced by their stages.

    `args` begin with the results of init and update, in separate buffers; `states` says which of
    them share a buffer in the end. `updates` has the updates of each scan, whose loops over time
    are one loop.
    """

    schedule: Schedule
    args: list
    updates: list[list[Stage]]
    states: list[State]


def without_scans(schedule: Schedule, args: Sequence, call: OldCall) -> WithoutScans:
    """A schedule without scans; the schedule itself if it has none."""
    if not any(is_scan(stage.op) for stage in schedule.stages):
        return WithoutScans(schedule, list(args), [], [])
    twin = schedule.twin()
    scans = [stage for stage in twin.stages if is_scan(stage.op)]
    # The tensors that init and update write for each state, and where the state's steps begin.
    parts = [
        (twin[init], twin[update], int(stage.op.scan_axis.dom.min))
        for stage in scans
        for init, update in zip(stage.op.init, stage.op.update, strict=True)
    ]
    inside = [[twin[op] for op in body_of(stage.op)] for stage in scans]
    states, replaced = _buffers([stage.op for stage in scans])
    given = [_in_place(arg, twin, replaced) for arg in args]
    held = states_of(twin)
    twin.outputs = [op for op in twin.outputs if not is_scan(twin[op].op)]
    twin.stages = [stage for stage in twin.stages if stage not in scans and stage.op not in held]
    twin.rewire(replaced)
    for _, update, first in parts:
        for stage in twin.stages:
            if any(tensor.op == update.op for tensor in stage.op.input_tensors):
                raise call.error(
                    f"{stage.name} reads {update.name}, the update of a scan: read the scan's "
                    f"result, or the inputs of {update.name}"
                )
        _begin_at_zero(update, first)
    updates = []
    for scan, stages in zip(scans, inside, strict=True):
        updates.append([stage for stage in stages if any(stage is u for _, u, _ in parts)])
        for stage in stages:
            if stage not in updates[-1]:
                _at_a_step(stage, updates[-1][-1], call, bool(scan.around))
    written = [stage for init, update, _ in parts for stage in (init, update)]
    for stage in written:
        stage.stays_at_root = True
    inner = [state for state in states if not any(state is arg for arg in given)]
    every = [*(stage.op.output(0) for stage in written), *given, *inner]
    places = [next(n for n, arg in enumerate(every) if arg is state) for state in states]
    kept = len(every) - len(inner)
    buffers = [
        State(place, 2 * number, 2 * number + 1, first, inner=place >= kept)
        for number, (place, (_, _, first)) in enumerate(zip(places, parts, strict=True))
    ]
    return WithoutScans(twin, every, updates, buffers)


def is_scan(op) -> bool:
    return isinstance(op, te.ScanOp)


def states_of(schedule: Schedule) -> set:
    """The placeholders that denote the states of scans, which are not inputs."""
    scans = [stage.op for stage in schedule.stages if is_scan(stage.op)]
    return {state.op for op in scans for state in op.state_placeholder}


def _buffers(ops: Sequence[te.ScanOp]) -> tuple[list[te.Tensor], dict[TensorKey, te.Tensor]]:
    """A buffer for each state, with the tensors that are replaced by it: the state, and the
    scan's result."""
    states: list[te.Tensor] = []
    replaced: dict[TensorKey, te.Tensor] = {}
    for op in ops:
        for position, tensor in enumerate(outputs(op)):
            name = f"{op.name}_{position}" if op.num_outputs > 1 else str(op.name)
            states.append(te.placeholder(tensor.shape, str(tensor.dtype), name))
            replaced[key(tensor)] = replaced[key(op.state_placeholder[position])] = states[-1]
    return states, replaced


def _in_place(arg, schedule: Schedule, replaced: dict[TensorKey, te.Tensor]):
    """An argument of `lower`, with scans replaced."""
    if not isinstance(arg, te.Tensor) or not is_scan(arg.op):
        return arg
    return replaced[key(schedule.current(arg))]


def _begin_at_zero(stage: Stage, first: int) -> None:
    """Make an update's loop over time begin at 0, as loops of TIR do, and outermost."""
    op, time = stage.op, stage.op.axis[0]
    attrs = stage.of(time)
    calls = [action.call for action in stage.actions if time.var in action.old]
    for _, call in filter(None, (attrs.thread, attrs.kind, attrs.intrinsic)):
        calls.append(call)
    if calls:
        raise calls[0].error(
            f"{time.var.name} is the time axis of a scan, whose steps run in order: schedule the "
            f"other axes of {stage.name}"
        )
    axis = new_axis(number(time.dom.extent) - first, time.var, time.iter_type)
    later = {time.var: time.var + first}
    body = map_bodies(op.body, lambda expr: substitute(expr, later))
    stage.op = remake(op, body, axis=[axis, *op.axis[1:]])
    stage.axes = [axis if known.var.same_as(time.var) else known for known in stage.axes]
    stage.leaves = [axis, *(leaf for leaf in stage.leaves if not leaf.var.same_as(time.var))]
    stage.actions = [
        replace(action, order=tuple(a for a in action.order if not a.var.same_as(time.var)))
        for action in stage.actions
    ]


def _at_a_step(stage: Stage, update: Stage, call: OldCall, has_threads: bool) -> None:
    """Compute a stage, or its group, at a step, unless it is placed further inside.

    If the scan has threads (`env_threads`), each thread computed what it needed of a stage that
    binds none; such a stage is inlined.
    """
    bound = any(stage.of(leaf).thread for leaf in stage.leaves)
    if has_threads and stage.attach == ROOT and not bound and reduction(stage.op) is None:
        stage.attach, stage.attach_call = INLINE, call
        return
    while stage.attach == ROOT and stage.group is not None:
        stage = stage.group
    if stage.attach == ROOT:
        stage.attach, stage.attach_call = SCOPE, call
        stage.attach_stage, stage.attach_axis = update, update.op.axis[0]
