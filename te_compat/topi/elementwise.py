"""One thread per output element: stages without a reduction, or with a short one for each
element."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from tvm import te, tirx

from ..moved_names import create_schedule
from ..queries import auto_inline_injective
from ..schedule import Schedule, as_list
from ..stage import INLINE, ROOT, Stage

THREADS = 256

Outputs = te.Tensor | Sequence[te.Tensor]


def inlined(outs: Outputs) -> Schedule:
    """The schedule of some outputs, with all stages inlined that reduce nothing."""
    s = create_schedule([out.op for out in as_list(outs)])
    auto_inline_injective(s)
    return s


def kept(s: Schedule) -> list[Stage]:
    """The stages that are computed at the root, producers first."""
    return [stage for stage in s.stages if stage.is_compute and stage.attach == ROOT]


def with_inner(outs: Outputs) -> tuple[Schedule, list[Stage], dict[Stage, list[Stage]]]:
    """The schedule of some outputs, its stages at the root, and the stages that only one output
    reads."""
    s = inlined(outs)
    stages = kept(s)
    return s, stages, {stage: inner_of(s, stage) for stage in stages if stage.is_output}


def spread(stage: Stage) -> tirx.IterVar:
    """Assign one element per thread; returns the innermost loop, a thread's work."""
    loop = stage.fuse(*stage.op.axis)
    block, thread = stage.split(loop, factor=THREADS)
    stage.bind(block, te.thread_axis("blockIdx.x"))
    stage.bind(thread, te.thread_axis("threadIdx.x"))
    return thread


def summed(s: Schedule, stage: Stage) -> None:
    """Give each element a thread, which reduces it in registers if there is a reduction."""
    local = s.cache_write(stage.origin_op.output(0), "local") if stage.op.reduce_axis else None
    thread = spread(stage)
    if local is not None:
        s[local].compute_at(stage, thread)


def sources(s: Schedule, stage: Stage) -> list[Stage]:
    """The stages at the root that a stage reads, through inlined ones."""
    read = [s[t.op] for t in stage.op.input_tensors if not isinstance(t.op, te.PlaceholderOp)]
    through = [sources(s, other) if other.attach == INLINE else [other] for other in read]
    return list(dict.fromkeys(itertools.chain(*through)))


def inner_of(s: Schedule, output: Stage) -> list[Stage]:
    """The stages that only `output` reads, so that its threads can keep them in registers."""
    others = [sources(s, stage) for stage in kept(s) if stage is not output]
    return [
        stage
        for stage in sources(s, output)
        if not stage.is_output and not any(stage in read for read in others)
    ]


def schedule_injective_from_existing(s: Schedule, out: te.Tensor) -> Schedule:
    """Schedule one stage of an existing schedule."""
    spread(s[out])
    return s


def schedule_injective(outs: Outputs) -> Schedule:
    """Elementwise stages and broadcasts; reductions also have one thread per element."""
    s = inlined(outs)
    for stage in kept(s):
        summed(s, stage)
    return s


def schedule_pool(outs: Outputs, layout: str = "NCHW") -> Schedule:
    """One window per thread, reduced in its registers."""
    s, stages, inner = with_inner(outs)
    for stage in stages:
        if not any(stage in parts for parts in inner.values()):
            thread = spread(stage)
            for part in inner.get(stage, ()):
                part.set_scope("local")
                part.compute_at(stage, thread)
    return s


def default_schedule(outs: Outputs, *_layout) -> Schedule:
    """`topi.generic`: unchanged loops, for a CPU."""
    return inlined(outs)
