"""Queries of a schedule in old scripts and in TVM's old tests: `InferBound` and similar ones."""

from __future__ import annotations

from collections.abc import Callable

import tvm
from tvm import te, tirx

from .axes import AxisMap
from .calls import here
from .dataflow import outputs, post_order, reads_of, reduction
from .places import Places
from .scans import is_scan, states_of
from .schedule import Schedule, as_list
from .session import Replayed, replay
from .stage import ROOT

# --- Bounds ---------------------------------------------------------------------------------------


def infer_bound(sch: Schedule) -> AxisMap:
    """`te.schedule.InferBound`: the range of each axis, as the schedule is lowered here.

    An axis begins at its place in the tensor, in terms of the axes around it; one that was made by
    a split or fuse begins at 0. Inlined stages have none.
    """
    bounds = {
        var: tvm.ir.Range.from_min_extent(first, extent)
        for var, (first, extent) in _whole(sch, "InferBound").bounds.items()
    }
    scans = [stage.op for stage in sch.stages if is_scan(stage.op)]
    return AxisMap(bounds | {op.scan_axis.var: op.scan_axis.dom for op in scans})


def schedule_ops(sch: Schedule, _bounds) -> tirx.Stmt:
    """`te.schedule.ScheduleOps`: the block that `tvm.lower` of all inputs and outputs has."""
    return _whole(sch, "ScheduleOps").mod["main"].body.block


def _whole(sch: Schedule, method: str) -> Replayed:
    held = states_of(sch)
    placeholders = [stage.op for stage in sch.stages if isinstance(stage.op, te.PlaceholderOp)]
    inputs = [op for op in placeholders if op not in held]
    # As the script has them: `replay` finds what caches made of them.
    ends = [op for op in dict.fromkeys(sch.outputs) if op not in inputs]
    return replay(
        sch,
        [t for op in (*inputs, *ends) for t in outputs(op)],
        call=here(method),
        with_bounds=True,
    )


# --- The graph ------------------------------------------------------------------------------------


def read_graph(ops) -> dict:
    """`te.schedule.CreateReadGraph`: what each operation reads."""
    return {op: list(op.input_tensors) for op in post_order(as_list(ops))}


def attach_path(sch: Schedule) -> dict:
    """`te.schedule.CreateAttachPath`: the loops around each operation, innermost first."""
    places = Places(sch.stages, ())
    return {stage.op: [axis for _, axis in places.path(stage)] for stage in sch.stages}


def post_dfs_order(ops, _graph) -> list:
    """`te.schedule.PostDFSOrder`: operations, producers first."""
    return post_order(as_list(ops))


# --- Inlining -------------------------------------------------------------------------------------


def _inline(sch: Schedule, wanted: Callable[[te.ComputeOp], bool]) -> None:
    """Inline stages that reduce nothing and are `wanted`, except outputs."""
    for stage in sch.stages:
        inner = stage.is_compute and all(stage is not sch[op] for op in sch.outputs)
        if inner and stage.attach == ROOT and reduction(stage.op) is None and wanted(stage.op):
            stage.compute_inline()


def auto_inline_injective(sch: Schedule) -> None:
    """`te.schedule.AutoInlineInjective`."""
    _inline(sch, lambda op: True)


def auto_inline_broadcast(sch: Schedule) -> None:
    """`te.schedule.AutoInlineBroadcast`: of the tag "broadcast", or element by element."""
    _inline(sch, lambda op: str(op.tag) == "broadcast" or _is_elementwise(op))


def auto_inline_elementwise(sch: Schedule) -> None:
    """`te.schedule.AutoInlineElemWise`."""
    _inline(sch, _is_elementwise)


def _is_elementwise(op: te.ComputeOp) -> bool:
    """Whether every read has the element's own indices."""
    own = [axis.var for axis in op.axis]
    return all(
        len(read) == len(own)
        and all(index.same_as(var) for index, var in zip(read, own, strict=True))
        for _, read in reads_of(op)
    )
