"""Nodes of TIR: those of a kind within a module or a statement, and a buffer in another's place."""

from __future__ import annotations

from typing import Any

import tvm
import tvm_ffi
from tvm import tirx
from tvm.tirx.buffer import is_buffer_var


def nodes(kind: type, *within: Any) -> list:
    """All nodes of a kind, outer ones first, within modules, statements or expressions."""
    found: list = []
    for part in within:
        whole = isinstance(part, tvm.ir.IRModule)
        for body in [func.body for func in part.functions.values()] if whole else [part]:
            tvm_ffi.structural_walk(body, (kind, found.append))
    return found


def allocated(stmt: tirx.Stmt, *scopes: str) -> list[tirx.Buffer]:
    """What is allocated in scopes ('shared', 'shared.dyn', 'local', ...)."""
    buffers = [alloc.buffer for alloc in nodes(tirx.AllocBuffer, stmt)]
    return [buffer for buffer in buffers if buffer.scope() in scopes]


def exchanged(stmt: tirx.Stmt, old: tirx.Buffer, new: tirx.Buffer) -> tirx.Stmt:
    """The statement with `new` wherever it had `old`."""

    def on_var(var: tvm.ir.Var) -> tvm.ir.Var:
        return new if is_buffer_var(var) and var.same_as(old) else var

    return tvm_ffi.structural_map(stmt, (tirx.Buffer, on_var))
