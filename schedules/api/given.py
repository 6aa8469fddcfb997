"""Turns the arguments of `explore` into a rung at a shape on a target."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import tvm

from gpusim.errors import UserError

from ..core.ladder import Rung
from ..core.target import CPU, CUDA, Target
from ..sources.computations import ScheduleSource
from ..sources.input_values import Own
from ..sources.kernel_files import FileRung
from ..sources.names import is_file, is_kernel_file, resolve_rung
from ..sources.schedule_source import OwnRung, as_rung
from ..sources.tir_workload import Computation


@dataclass(frozen=True)
class Given:
    """A rung with the shape, architecture and step to explore; None selects the default."""

    rung: Rung
    shape: tuple[int, ...] | None = None
    arch: str | None = None
    step: str | None = None
    # 'FILE.py:NAME' if the schedule is in a file.
    file: str = ""
    # Otherwise the definitions that a file with this schedule would contain.
    defines: Mapping[str, Any] = field(default_factory=dict)


def given(
    x: Any,
    target: Any = None,
    shape: Sequence[int] | int | None = None,
    step: str | None = None,
    computation: Any = None,
    own: Own = Own(),
    name: str | None = None,
) -> Given:
    """Resolve the arguments of `explore`; raises UserError for invalid ones."""
    kind, arch = kind_and_arch(target)
    sizes = sizes_of(shape)
    if own.reference is not None and not callable(own.reference):
        raise UserError("`reference` must be a function of the inputs")
    defines: dict[str, Any] = {}
    if isinstance(x, str | Path):
        text = str(x)
        if is_kernel_file(text):
            if sizes or kind == CPU:
                raise UserError(f"{text} is a kernel file: it takes no shape and no CPU")
            if computation is not None:
                raise UserError(f"{text} is a kernel file: leave out `computation`")
            return Given(FileRung.load(text, own=own), None, arch)
        if computation is not None:
            raise UserError(f"{text} names its own computation: leave out `computation`")
        named = resolve_rung(text, sizes)
        rung, step = with_own(named.rung, own), step or named.step
    else:
        own_name = name or _name_of(x)
        if computation is None and inspect.isgeneratorfunction(x):
            computation = x.__globals__.get("workload")
        rung = as_rung(x, ScheduleSource(own_name, "own", own_name, computation, own, sizes, kind))
        beside = {"workload": computation, **asdict(own), "target": kind}
        defines = {own_name: x} | {k: value for k, value in beside.items() if value is not None}
    if kind and kind != rung.target:
        if not isinstance(rung, OwnRung):
            raise UserError(f"{rung.path} is scheduled for {rung.target}, not for {kind}")
        rung = replace(rung, target=kind)
    file = f"{str(x).partition(':')[0]}:{rung.name}" if isinstance(x, str | Path) else ""
    return Given(rung, sizes, arch, step, file if is_file(file) else "", defines)


def sizes_of(shape: Any) -> tuple[int, ...] | None:
    """A shape as a tuple of ints; raises UserError for extents that are not integers."""
    if shape is None:
        return None
    try:
        return tuple(map(operator.index, shape if isinstance(shape, Iterable) else (shape,)))
    except TypeError:
        raise UserError(f"shape {shape!r}: every extent must be an integer") from None


def with_own(rung: Rung, own: Own) -> Rung:
    """The rung with the reference, inputs or tolerance of its file replaced.

    Raises UserError for a ladder's rung, whose workload defines them.
    """
    replaced = {name: value for name, value in vars(own).items() if value is not None}
    if not replaced:
        return rung
    workload = rung.workload
    if not isinstance(workload, Computation):
        raise UserError(
            f"{rung.path}: {workload} defines reference, inputs and tolerance: leave yours out"
        )
    changed = replace(workload.own, **replaced)
    kind = type(workload) if changed.reference is None else Computation
    return replace(rung, workload=kind(workload.func, workload.sizes, workload.remake, changed))


def kind_and_arch(target: str | Target | tvm.target.Target | None) -> tuple[str | None, str | None]:
    """A target's kind and architecture; None for a part that it does not specify."""
    if target is None:
        return None, None
    if isinstance(target, Target):
        return target.kind, target.arch
    if isinstance(target, tvm.target.Target):
        kind = str(target.kind.name)
        arch = target.attrs.get("arch" if kind == CUDA else "mcpu")
        return kind, None if arch is None else str(arch)
    if target in (CUDA, CPU):
        return target, None
    return (CUDA if target.startswith("sm_") else CPU), target


def _name_of(x: Any) -> str:
    attrs = getattr(x, "attrs", None)
    name = str(attrs.get("global_symbol", "")) if attrs else getattr(x, "__name__", "")
    return name if name.isidentifier() and name != "main" else "schedule"
