"""TIR nodes: all nodes of a kind in a module or statement, and replacing a buffer by another."""

from __future__ import annotations

from typing import Any

import tvm
import tvm_ffi
from tvm import tirx
from tvm.tirx.buffer import is_buffer_var

# Annotation at the start of a TIRx kernel's body.
DEVICE_ENTRY = "tirx.device_entry"


def is_tirx(mod: tvm.ir.IRModule) -> bool:
    """Whether the module has a TIRx kernel, which has a different pass pipeline."""
    return any(str(attr.attr_key) == DEVICE_ENTRY for attr in nodes(tirx.AttrStmt, mod))


def nodes(kind: type, *within: Any) -> list:
    """All nodes of a kind, outer ones first, within modules, statements or expressions."""
    matches: list = []
    for part in within:
        whole = isinstance(part, tvm.ir.IRModule)
        for body in [func.body for func in part.functions.values()] if whole else [part]:
            tvm_ffi.structural_walk(body, (kind, matches.append))
    return matches


def loop_with(loop: tirx.For, **parts: Any) -> tirx.For:
    """The loop with the named parts replaced."""
    names = ("loop_var", "min", "extent", "kind", "body", "thread_binding", "annotations", "step")
    return tirx.For(*(parts.get(name, getattr(loop, name)) for name in names))


def in_loops(kind: type, mod: tvm.ir.IRModule) -> list[tuple[list[tirx.For], Any]]:
    """The nodes of a kind in a module, each with the loops around it, outermost first."""
    pairs: list[tuple[list[tirx.For], Any]] = []
    loops: list[tirx.For] = []

    def on_for(loop: tirx.For, visitor) -> None:
        if kind is tirx.For:
            pairs.append((list(loops), loop))
        loops.append(loop)
        visitor.default_visit(loop)
        loops.pop()

    def on_node(node: Any, visitor) -> None:
        pairs.append((list(loops), node))
        visitor.default_visit(node)

    visits = [(tirx.For, on_for), *([(kind, on_node)] if kind is not tirx.For else [])]
    for func in mod.functions.values():
        tvm_ffi.structural_visit(func.body, visits)
    return pairs


def is_bound(loop: tirx.For) -> bool:
    """Whether a loop is bound to a GPU's blocks or threads."""
    return loop.kind == tirx.ForKind.THREAD_BINDING


def allocated(stmt: tirx.Stmt, *scopes: str) -> list[tirx.Buffer]:
    """The buffers allocated in scopes ('shared', 'shared.dyn', 'local', ...)."""
    buffers = [alloc.buffer for alloc in nodes(tirx.AllocBuffer, stmt)]
    return [buffer for buffer in buffers if buffer.scope() in scopes]


def exchanged(stmt: tirx.Stmt, old: tirx.Buffer, new: tirx.Buffer) -> tirx.Stmt:
    """The statement with every occurrence of `old` replaced by `new`."""

    def on_var(var: tvm.ir.Var) -> tvm.ir.Var:
        return new if is_buffer_var(var) and var.same_as(old) else var

    return tvm_ffi.structural_map(stmt, (tirx.Buffer, on_var))
