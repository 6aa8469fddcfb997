"""`tvm.tir.ir_builder`, as tensor intrinsics of old scripts use it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import tvm
from tvm import s_tir, tirx
from tvm.tirx.buffer import is_buffer_var

from schedules.lowering.nodes import loop_with, nodes

from .calls import OldObject, refuse
from .dataflow import map_functions

THREAD = tirx.IterVar.ThreadIndex
_KINDS = {
    "serial": tirx.ForKind.SERIAL,
    "parallel": tirx.ForKind.PARALLEL,
    "vectorize": tirx.ForKind.VECTORIZED,
    "unroll": tirx.ForKind.UNROLLED,
}


class BufferVar:
    """A buffer that is read and written with brackets."""

    def __init__(self, builder: IRBuilder, buffer: tirx.Buffer) -> None:
        self._builder = builder
        self._buffer = buffer

    @property
    def data(self):
        return self._buffer.data

    @property
    def dtype(self) -> str:
        return str(self._buffer.ty.dtype)

    def asobject(self):
        return self._buffer

    def _indices(self, index) -> list:
        indices = list(index) if isinstance(index, tuple | list) else [index]
        shape = self._buffer.shape
        if len(indices) == 1 and len(shape) > 1:
            # One index into a buffer of several dimensions counts elements.
            flat, inner = indices[0], []
            for extent in reversed(shape[1:]):
                inner.insert(0, tirx.floormod(flat, extent))
                flat = tirx.floordiv(flat, extent)
            return [flat, *inner]
        return indices

    def __getitem__(self, index):
        return tirx.BufferLoad(self._buffer, self._indices(index))

    def __setitem__(self, index, value) -> None:
        value = tirx.const(value, self.dtype) if isinstance(value, int | float) else value
        self._builder.emit(tirx.BufferStore(self._buffer, value, self._indices(index)))


class IRBuilder(OldObject):
    """Builds a statement from calls and `with` blocks."""

    gone = {
        "pointer": "TIR no longer has bare pointers; use allocate or buffer_ptr",
    }

    def __init__(self) -> None:
        self._scopes: list[list] = [[]]

    def emit(self, stmt) -> None:
        """Append a statement, or an expression evaluated for its effect."""
        if not isinstance(stmt, tirx.Stmt):
            stmt = tirx.Evaluate(stmt)
        self._scopes[-1].append(stmt)

    @contextmanager
    def _inside(self) -> Iterator[list]:
        self._scopes.append([])
        try:
            yield self._scopes[-1]
        finally:
            self._scopes.pop()

    @contextmanager
    def for_range(self, begin, end, name="i", dtype=None, kind="serial") -> Iterator[tvm.ir.Var]:
        """A loop from `begin` to `end`."""
        if kind not in _KINDS:
            raise refuse(f"unknown kind {kind!r}; use one of {', '.join(_KINDS)}", "for_range")
        start = int(begin) if isinstance(begin, int) else begin
        var = tirx.Var(name, str(dtype or "int32"))
        with self._inside() as body:
            yield var if start == 0 else var + start
        extent = end if start == 0 else end - start
        self.emit(tirx.For(var, tirx.const(0, "int32"), extent, _KINDS[kind], as_stmt(body)))

    @contextmanager
    def if_scope(self, condition) -> Iterator[None]:
        with self._inside() as body:
            yield
        self.emit(tirx.IfThenElse(condition, as_stmt(body), None))

    @contextmanager
    def else_scope(self) -> Iterator[None]:
        """The statements for the case that the condition of the preceding `if_scope` is false."""
        before = self._scopes[-1][-1] if self._scopes[-1] else None
        if not isinstance(before, tirx.IfThenElse):
            raise refuse("it does not follow an if_scope; write if_scope first", "else_scope")
        with self._inside() as body:
            yield
        self._scopes[-1][-1] = tirx.IfThenElse(before.condition, before.then_case, as_stmt(body))

    def allocate(self, dtype, shape, name="buf", axis_separators=None, scope="") -> BufferVar:
        """A buffer for the rest of the scope."""
        shape = shape if isinstance(shape, tuple | list) else [shape]
        buffer = tirx.decl_buffer(shape, str(dtype), name, scope=scope or "local")
        self.emit(tirx.AllocBuffer(buffer))
        return BufferVar(self, buffer)

    def buffer_ptr(self, buffer, shape=None) -> BufferVar:
        if not is_buffer_var(buffer):
            raise refuse(f"{buffer} is not a buffer; pass one of the intrinsic's")
        return BufferVar(self, buffer)

    def let(self, name, value):
        """A name for a value in the rest of the scope."""
        var = tirx.Var(name, value.ty)
        self.emit(tirx.Bind(var, value))
        return var

    def scope_attr(self, node, attr_key: str, value) -> None:
        """The extent of a thread axis around the rest of the scope."""
        if attr_key == "storage_scope":
            raise refuse(
                "a buffer has its scope from the start; write allocate(dtype, shape, name, "
                "scope=...)"
            )
        if attr_key != "thread_extent":
            raise refuse(f"no pass of TVM 0.27 acts on {attr_key}; leave it out")
        self._scopes[-1].append(_Thread(node, value))

    def likely(self, expr):
        return tirx.likely(expr)

    def get(self) -> tirx.Stmt:
        """The statement built so far."""
        stmt = as_stmt(self._scopes[0])
        self._scopes = [[]]
        return stmt


@dataclass(frozen=True)
class _Thread:
    """A thread axis around the statements after it."""

    axis: tirx.IterVar
    extent: object

    def around(self, body: tirx.Stmt) -> tirx.Stmt:
        zero, kind = tirx.const(0, "int32"), tirx.ForKind.THREAD_BINDING
        bound = tirx.IterVar(None, self.axis.var, THREAD, str(self.axis.thread_tag))
        return tirx.For(self.axis.var, zero, self.extent, kind, body, bound)


def threads_outside(mod: tvm.ir.IRModule) -> tvm.ir.IRModule:
    """A module whose blocks are inside the thread loops that they launch, as TIR requires."""

    def moved(realize: s_tir.SBlockRealize):
        block, loops = realize.block, []
        body = block.body
        while isinstance(body, tirx.For) and body.kind == tirx.ForKind.THREAD_BINDING:
            loops.append(body)
            body = body.body
        if not loops or nodes(s_tir.SBlock, body):
            return realize
        parts = (block.iter_vars, block.reads, block.writes, block.name_hint, body, block.init)
        inner = s_tir.SBlock(*parts, block.alloc_buffers, block.match_buffers, block.annotations)
        made: tirx.Stmt = s_tir.SBlockRealize(realize.iter_values, realize.predicate, inner)
        for loop in reversed(loops):
            made = loop_with(loop, body=made)
        return made

    return map_functions(mod, s_tir.SBlockRealize, moved)


def as_stmt(stmts: list) -> tirx.Stmt:
    for number, stmt in enumerate(stmts):
        if isinstance(stmt, _Thread):
            return as_stmt([*stmts[:number], stmt.around(as_stmt(stmts[number + 1 :]))])
    if not stmts:
        return tirx.Evaluate(tirx.const(0, "int32"))
    return stmts[0] if len(stmts) == 1 else tirx.SeqStmt(stmts)


create = IRBuilder
