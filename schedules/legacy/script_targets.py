"""Targets as old scripts write and read them."""

from __future__ import annotations

import contextlib

import tvm

from ..targets import DEFAULT_GPU
from .arrays import Device, device
from .calls import MissingName, refuse

# Options whose values are lists, and those that say nothing today.
_LISTS, _IDLE = ("keys", "mattr", "libs"), ("model", "device")
# Of options that are not given.
_UNSET = {"mcpu": "", "mtriple": "", "model": "unknown", "device_name": "", "arch": ""}


def as_target(given) -> tvm.target.Target:
    """A Target from what old scripts wrote: an object, a tag, or "cuda -arch=sm_80"."""
    if isinstance(given, tvm.target.Target):
        return given
    if isinstance(given, dict):
        return tvm.target.Target(given)
    if given is None:
        raise refuse("no target is given; name one, such as 'llvm' or 'cuda'", "target")
    kind, *options = str(given).split()
    if not options and kind != "cuda":
        return tvm.target.Target(kind)
    config: dict = {"kind": kind}
    for option in options:
        key, _, value = option.lstrip("-").partition("=")
        key = {"target": "mtriple"}.get(key, key)
        if key in _LISTS:
            config[key] = value.split(",")
        elif key not in _IDLE:
            config[key] = int(value) if value.isdigit() else value
    if kind == "cuda":
        config.setdefault("arch", DEFAULT_GPU.arch)
    return tvm.target.Target(config)


class _AnyTarget(type(tvm.target.Target)):
    """TVM's own targets are the script's as well."""

    def __instancecheck__(cls, given) -> bool:
        return isinstance(given, tvm.target.Target)


class Target(tvm.target.Target, metaclass=_AnyTarget):
    """`tvm.target.Target`: with options in its string, and with those as attributes."""

    def __init__(self, target="llvm", host=None) -> None:
        super().__init__(as_target(target).export())

    @staticmethod
    def current(allow_none: bool = True):
        target = tvm.target.Target.current(allow_none)
        return None if target is None else Target(target)

    @staticmethod
    def from_device(device_or_name) -> Target:
        on = device(device_or_name) if isinstance(device_or_name, str) else device_or_name
        if isinstance(on, Device):
            return Target("cuda")
        if not on.exist:
            raise refuse(f"there is no {on}; name the target", "Target.from_device")
        return Target(tvm.target.Target.from_device(on))

    def __getattr__(self, name: str):
        with contextlib.suppress(AttributeError):
            return super().__getattr__(name)
        if name in _UNSET:
            return _UNSET[name]
        if name in _LISTS:
            return []
        if name.startswith("_"):
            raise AttributeError(name)
        reason = f"the target {self.kind.name} has no such option; its .attrs has all"
        raise refuse(reason, f"Target.{name}", MissingName)
