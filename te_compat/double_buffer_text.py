"""Double buffers of a migrated script: the pass that creates them, as text of the new file."""

from __future__ import annotations

import inspect

import tvm
from tvm import s_tir

from schedules.core.schedule_moves import DOUBLE_BUFFER_MARK
from schedules.lowering import double_buffer
from schedules.lowering.double_buffer import scope_double_buffer
from schedules.lowering.nodes import loop_with, nodes

from .program import quoted
from .replay import Replayed


def doubled(replayed: Replayed) -> bool:
    """Whether a schedule has double buffers, for which TVM 0.27 has no primitive."""
    return any(DOUBLE_BUFFER_MARK in primitive.args for primitive in replayed.program)


def compiled(mod, target):
    """`tvm.compile`, with the pass that marks double buffers before TVM's pass that creates
    them."""
    passes, made_by_tvm = s_tir.transform, s_tir.transform.InjectDoubleBuffer
    both = [scope_double_buffer, made_by_tvm()]
    passes.InjectDoubleBuffer = lambda: tvm.transform.Sequential(both)
    try:
        return tvm.compile(mod, target=target)
    finally:
        passes.InjectDoubleBuffer = made_by_tvm


def pass_lines() -> list[str]:
    """The text of `compiled` and of the pass that it takes."""
    source = inspect.getsource(double_buffer)
    functions = source[source.index("def _marked_buffers") :].splitlines()
    mark = f"DOUBLE_BUFFER_MARK = {quoted(DOUBLE_BUFFER_MARK)}"
    parts = [
        inspect.getsource(nodes).splitlines(),
        inspect.getsource(loop_with).splitlines(),
        functions,
        inspect.getsource(compiled).splitlines(),
    ]
    return [mark, *(line for part in parts for line in ("", "", *part))]
