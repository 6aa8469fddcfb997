"""Targets as old scripts write and read them."""

from __future__ import annotations

import contextlib

import tvm

from ..targets import DEFAULT_GPU
from .arrays import Device, device
from .calls import MissingName, here, refuse


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
        if key in ("model", "libs", "device", "keys", "mattr"):
            if key in ("keys", "mattr", "libs"):
                config[key] = value.split(",")
            continue
        config[key] = int(value) if value.isdigit() else value
    if kind == "cuda":
        config.setdefault("arch", DEFAULT_GPU.arch)
    return tvm.target.Target(config)


class Target(tvm.target.Target):
    """A target of a script's, with an option's old default where the option is not given."""

    _UNSET = {"mcpu": "", "mtriple": "", "model": "unknown", "device_name": "", "arch": ""}

    def __getattr__(self, name: str):
        with contextlib.suppress(AttributeError):
            return super().__getattr__(name)
        if name in self._UNSET:
            return self._UNSET[name]
        if name in ("mattr", "libs"):
            return []
        if name.startswith("_"):
            raise AttributeError(name)
        reason = f"the target {self.kind.name} has no such option"
        raise MissingName(str(here(f"Target.{name}").error(f"{reason}; its .attrs has all")))


def script_target(given=None, host=None) -> Target:
    """`tvm.target.Target`, `tvm.target.create`: `as_target`, with the options as attributes."""
    target = Target.__new__(Target)
    target.__move_handle_from__(tvm.target.Target(as_target(given).export()))
    return target


def target_of_device(on) -> Target:
    """`Target.from_device` of a device or its name."""
    on = device(on) if isinstance(on, str) else on
    if isinstance(on, Device):
        return script_target("cuda")
    if not on.exist:
        raise refuse(f"there is no {on}; name the target", "Target.from_device")
    return script_target(tvm.target.Target.from_device(on))
