"""A script's own passes and rules: `ir_transform`, `tir.add_lower_pass`, `register_intrin_rule`.

Passes receive today's TIR, whose loops contain blocks, at the end of `lower`; `explore` and
`migrate` show the schedule without them. A rule is a function from a call of an intrinsic to its
replacement, or to None if it does not apply.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import SimpleNamespace

import tvm
import tvm_ffi
from tvm import tirx

from .calls import here, notice, refuse
from .dataflow import map_functions
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


@dataclass(frozen=True)
class SeenCall:
    """A call as a rule of 0.3 to 0.19 sees it: `name` of the first, `op.name` of the last."""

    name: str
    args: list
    dtype: str

    @property
    def op(self) -> SimpleNamespace:
        return SimpleNamespace(name=f"tir.{self.name}")


_rules: dict[tuple[str, str], Callable] = {}


def register_intrin_rule(target: str, intrin: str, f: Callable | None = None, override=False):
    """`tvm.register_intrin_rule` of 0.3 to 0.7: a rule for `intrin` of a target, or "default"."""

    def register(rule: Callable) -> Callable:
        _rules[str(target), intrin.removeprefix("tir.")] = rule
        return rule

    return register if f is None else register(f)


def register_intrin_lowering(op_name: str, target: str, *, f: Callable | None = None, level=10):
    """`tvm.ir.register_intrin_lowering` of 0.8 to 0.19."""
    return register_intrin_rule(target, op_name, f)


def register_op_attr(op_name: str, attr_key: str, value=None, level=10):
    """`tvm.ir.register_op_attr`, of which scripts need the effect of a new intrinsic."""
    if attr_key != "TCallEffectKind":
        raise refuse(f"{attr_key} of an operator has no effect; leave it out")
    _rules.setdefault(("default", op_name.removeprefix("tir.")), lambda _call: None)


def has_rule(name: str) -> bool:
    """Whether a script registered a rule for an intrinsic that TVM does not have."""
    return any(of == name for _, of in _rules) and not is_intrinsic(f"tirx.{name}")


def is_intrinsic(name: str) -> bool:
    """Whether TVM has an intrinsic of this full name."""
    try:
        return tvm.ir.Op.get(name) is not None
    except AttributeError:
        return False


def applied(mod: tvm.ir.IRModule, target: str) -> tvm.ir.IRModule:
    """A module with the rules for a target applied; itself where there are none."""
    rules = {
        name: _rules.get((target, name)) or _rules.get(("default", name)) for _, name in _rules
    }
    if not rules:
        return mod

    def lowered(call: tvm.ir.Call):
        name = str(getattr(call.op, "name", "")).removeprefix("tirx.")
        arguments = list(call.args)
        if name == "call_pure_extern":
            name = str(getattr(arguments[0], "value", ""))
            arguments = arguments[1:]
        rule = rules.get(name)
        if rule is None:
            return call
        made = rule(SeenCall(name, arguments, str(call.ty.dtype)))
        return call if made is None else made

    return map_functions(mod, tvm.ir.Call, lowered)
