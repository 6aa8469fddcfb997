"""A script's lowering rules for intrinsics: `tvm.register_intrin_rule` and its successor.

A rule is a function from a call to its replacement, or to None if it does not apply.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace

import tvm

from .calls import refuse
from .dataflow import map_functions


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
