"""Disk cache of the modules that dlight schedules.

Its rules for matrix multiplications import all of TVM's tensor intrinsics and parse them as
TVMScript: 5 s of CPU time for one function, 0.1 s from the cache. Their result depends only on the
function, the rules, the target and the TVM version; these are the key.
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

from gpusim.cache import Cache, cache_key

from ..core.tvm_script import quick_parser

_APPLY = "_apply_rules"


@contextmanager
def kept_rules() -> Iterator[None]:
    """Context in which dlight's results are cached, and TVM's parser does not look up source
    lines."""
    apply = getattr(dlight_transform, _APPLY, None)

    def kept(func: tirx.PrimFunc, target: tvm.target.Target, rules: list[Any], tunable: bool):
        unknown = [
            rule for rule in rules if vars(rule) or not type(rule).__module__.startswith("tvm.")
        ]
        if tunable or unknown:
            # A user's own rule, or one with settings, may depend on anything.
            return apply(func, target, rules, tunable)
        return _kept(apply, func, target, rules)

    with quick_parser():
        if apply is None:
            # A different release of TVM.
            yield
            return
        with mock.patch.object(dlight_transform, _APPLY, kept):
            yield


def _kept(
    apply: Callable[..., Any], func: tirx.PrimFunc, target: tvm.target.Target, rules: list[Any]
) -> list[SimpleNamespace] | None:
    """The scheduled module as `mod` of an object that replaces a schedule; None if no rule applies.

    The module is read from its JSON text even if it was not cached, so that both cases give the
    same.
    """
    codes = [inspect.getsource(type(rule)) for rule in rules]
    parts = tvm.ir.save_json(func), str(target), tvm.__version__, *codes
    name, cache = f"{cache_key(*parts)}.dlight.zip", Cache()
    members = cache.load(name, ("module",))
    if members is None:
        space = apply(func, target, rules, False)
        if space is None:
            return None
        members = {"module": tvm.ir.save_json(space[0].mod).encode()}
        cache.store(name, members)
    return [SimpleNamespace(mod=tvm.ir.load_json(members["module"].decode()))]
