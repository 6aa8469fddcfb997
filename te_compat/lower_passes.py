"""A script's own passes: `stmt_functor.ir_transform`, and `tir.add_lower_pass` of a PassContext.

They receive today's TIR, whose loops contain blocks, at the end of `lower`; `explore` and `migrate`
show the schedule without them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence

import tvm
import tvm_ffi
from tvm import tirx

from .calls import here, notice
from .session import session

ADD = "tir.add_lower_pass"


def ir_transform(stmt, preorder, postorder, only_enable: Sequence[str] | None = None):
    """`tvm.tir.stmt_functor.ir_transform`.

    `preorder(node)` gives a node in place of one with all below it, `postorder` in place of one
    whose children are done; None leaves it. `only_enable` are the kinds of nodes asked for.
    """
    names = [str(name).rpartition(".")[2] for name in only_enable or ()]
    kinds = tuple(getattr(tirx, name) for name in names) or tirx.Stmt
    replaced: list = []

    def before(node):
        new = preorder(node) if not any(node.same_as(old) for old in replaced) else None
        replaced.extend([] if new is None else [new])
        return node if new is None else new

    def after(node):
        new = None if any(node.same_as(old) for old in replaced) else postorder(node)
        return node if new is None else new

    if preorder is not None:
        stmt = tvm_ffi.structural_map(stmt, (kinds, before), order="pre")
    return stmt if postorder is None else tvm_ffi.structural_map(stmt, (kinds, after))


@contextlib.contextmanager
def with_passes(context: tvm.transform.PassContext, passes: Sequence[tuple]) -> Iterator:
    """A PassContext in which `lower` applies these passes too, (phase, pass) each."""
    if session().only_lower:
        notice(here("PassContext"), "the script's own passes are skipped in its schedules")
    before = session().passes
    session().passes = [
        *before,
        *(made for _, made in sorted(passes, key=lambda numbered: numbered[0])),
    ]
    try:
        with context:
            yield context
    finally:
        session().passes = before


def passed(mod: tvm.ir.IRModule) -> tvm.ir.IRModule:
    """A lowered module after the script's own passes."""
    made: Callable
    for made in session().passes:
        mod = made(mod)
    return mod
