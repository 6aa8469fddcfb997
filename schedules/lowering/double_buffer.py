"""TE's `double_buffer()` for s_tir: a pass that turns a block annotation into InjectDoubleBuffer's
mark.

`InjectDoubleBuffer` is still in TVM's pipeline, but it acts on `AttrStmt(buffer,
"double_buffer_scope")`, which `te.Stage.double_buffer()` used to create and no schedule primitive
does. An sblock annotation whose key starts with "pragma_" survives LowerOpaqueBlock as an AttrStmt
around the block's body; this pass moves that mark out to the statement that fills the buffer, a
direct child of the loop over tiles, where InjectDoubleBuffer expects it.

It has to run between InjectVirtualThread and InjectDoubleBuffer: buffers are flat by then, and
virtual threads have copied the marked statement.
"""

from __future__ import annotations

import tvm
import tvm_ffi
from tvm import tirx

from ..core.schedule_moves import DOUBLE_BUFFER_MARK
from .nodes import loop_with, nodes


def _marked_buffers(stmt: tirx.Stmt) -> list[tirx.Buffer]:
    """Buffers that are stored to under a mark within `stmt`."""
    marks = [attr for attr in nodes(tirx.AttrStmt, stmt) if attr.attr_key == DOUBLE_BUFFER_MARK]
    return [buffer for mark in marks for buffer in _stores(mark.body)]


def _reads(stmt: tirx.Stmt, buffer: tirx.Buffer) -> bool:
    return any(load.source.same_as(buffer) for load in nodes(tvm.ir.TensorLoad, stmt))


def _stores(stmt: tirx.Stmt) -> list[tirx.Buffer]:
    return [store.buffer for store in nodes(tirx.BufferStore, stmt)]


def _refuse_staged(child: tirx.Stmt, buffer: tirx.Buffer, others: list[tirx.Stmt]) -> None:
    """Raise LoweringError if the copy reads registers that another statement fills.

    InjectDoubleBuffer moves only the marked statement before the loop, so the prologue would store
    registers that were not loaded. A serial run on the CPU cannot show this.
    """
    for other in others:
        for staged in _stores(other):
            if not staged.same_as(buffer) and staged.scope() == "local" and _reads(child, staged):
                raise ValueError(
                    f"double_buffer: the copy into {buffer.name} reads {staged.name}, which "
                    "another statement of the loop fills; copy straight from global memory"
                )


def _refuse_shared_nest(child: tirx.Stmt, buffer: tirx.Buffer, others: list[tirx.Stmt]) -> None:
    """Raise LoweringError if the loop nest that fills the buffer also fills another one.

    InjectDoubleBuffer moves the nest to the previous iteration and doubles only one buffer: the
    other would be overwritten while it is still read.
    """
    for stored in _stores(child):
        if not stored.same_as(buffer) and any(_reads(other, stored) for other in others):
            raise ValueError(
                f"double_buffer: one loop nest fills {buffer.name} and {stored.name}; "
                "give each buffer a separate nest"
            )


def _without_marks(stmt: tirx.Stmt) -> tirx.Stmt:
    def strip(attr: tirx.AttrStmt) -> tirx.Stmt:
        return attr.body if attr.attr_key == DOUBLE_BUFFER_MARK else attr

    return tvm_ffi.structural_map(stmt, (tirx.AttrStmt, strip))


def _scope_in(loop: tirx.For) -> tirx.For:
    """Put `double_buffer_scope` around each child of the loop that fills a marked buffer which
    another child of the loop reads."""
    if not isinstance(loop.body, tirx.SeqStmt):
        return loop
    children = list(loop.body.seq)
    changed = False
    for position, child in enumerate(children):
        others = [other for other in children if not other.same_as(child)]
        for buffer in _marked_buffers(child):
            if any(_reads(other, buffer) for other in others):
                _refuse_staged(child, buffer, others)
                _refuse_shared_nest(child, buffer, others)
                scoped = _without_marks(child)
                children[position] = tirx.AttrStmt(buffer, "double_buffer_scope", 1, scoped)
                changed = True
                break
    if not changed:
        return loop
    return loop_with(loop, body=tirx.SeqStmt(children))


@tirx.transform.prim_func_pass(opt_level=0, name="schedules.ScopeDoubleBuffer")
def scope_double_buffer(func, _mod, _ctx):
    """Function pass; without a mark it returns the function unchanged."""
    if not _marked_buffers(func.body):
        return func
    body = tvm_ffi.structural_map(func.body, (tirx.For, _scope_in), order="post")
    return func.with_body(_without_marks(body))
