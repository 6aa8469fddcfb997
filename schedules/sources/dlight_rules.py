"""Modules that dlight has scheduled, kept on disk.

A rule for matrix multiplications imports all of TVM's tensor intrinsics and parses them as
TVMScript, which takes a minute or more. What it makes depends on the function, the target and TVM
alone, so it is kept by these.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any
from unittest import mock

import tvm
from tvm import tirx
from tvm.s_tir.dlight.base import transform as dlight_transform

from gpusim.cache import Cache, key_of

from ..core.tvm_script import quick_parser

_APPLY = "_apply_rules"


@contextmanager
def kept_rules() -> Iterator[None]:
    """Within this, dlight's rules are applied once to each function, and their parser is quick."""
    apply = getattr(dlight_transform, _APPLY, None)
    if apply is None:
        # Another release of TVM.
        with quick_parser():
            yield
        return

    def kept(func: tirx.PrimFunc, target: tvm.target.Target, rules: list[Any], tunable: bool):
        return apply(func, target, rules, tunable) if tunable else _kept(apply, func, target, rules)

    with quick_parser(), mock.patch.object(dlight_transform, _APPLY, kept):
        yield


def _kept(
    apply: Callable[..., Any], func: tirx.PrimFunc, target: tvm.target.Target, rules: list[Any]
) -> Any:
    """What the rules give: a schedule, of which a pass takes the module, or None."""
    plain = [rule for rule in rules if type(rule).__module__.startswith("tvm.") and not vars(rule)]
    if len(plain) < len(rules):
        # A rule of the user's own, or one with settings.
        return apply(func, target, rules, False)
    mod = tvm.IRModule({"main": func})
    names = [f"{type(rule).__module__}.{type(rule).__qualname__}" for rule in rules]
    codes = [inspect.getsource(type(rule)) for rule in rules]
    parts = tvm.ir.save_json(mod), str(target), tvm.__version__, *names, *codes
    name, cache = f"{key_of(*parts)}.dlight.zip", Cache()
    if (found := cache.load(name, ("module",))) is not None:
        return [SimpleNamespace(mod=tvm.ir.load_json(found["module"].decode()))]
    space = apply(func, target, rules, False)
    if space is not None:
        cache.store(name, {"module": tvm.ir.save_json(space[0].mod).encode()})
    return space
