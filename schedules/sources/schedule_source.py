"""Converts any object that holds a user's schedule to a rung.

That is a finished `s_tir.Schedule`, a generator over one that yields step names, a module (written
by hand as TVMScript or TIRx, or made by dlight or MetaSchedule), a PrimFunc, a TE computation, or a
function that returns one of these. `schedule_files` finds them in files; `schedules.explore` passes
them directly.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, field, make_dataclass, replace
from typing import Any

import tvm
import tvm_ffi
from tvm import s_tir, tirx

from gpusim.errors import UserError

from ..core.ladder import NoTile, Rung, Tile
from ..core.target import CPU, CUDA
from ..lowering.checks import calls_device_code, threads_meet
from ..workloads import Workload
from .computations import (
    ScheduleSource,
    as_function,
    as_main,
    as_workload,
    called,
    is_computation,
    only_function,
    with_extents,
)
from .sampling import Decisions, decided, deciding
from .schedule_rungs import ModuleRung, OwnRung, RecordedRung, decisions_of
from .tir_workload import Computation, Uncompared

TAKEN = "an s_tir.Schedule, a PrimFunc, an IRModule or a list of TE tensors"


def as_rung(given: Any, about: ScheduleSource) -> Rung:
    """The rung of an object that holds a schedule; raises UserError with one line."""
    if isinstance(given, s_tir.Schedule):
        if about.shape is not None:
            raise UserError(
                f"{about.where} is a finished schedule of a fixed shape: leave out the shape"
            )
        return of_schedule(given, about, [])
    if is_computation(given):
        return of_module(given, about)
    if not callable(given):
        raise UserError(f"{about.where} must be a function or {TAKEN}, not {type(given).__name__}")
    required, most = arguments_of(given)
    if inspect.isgeneratorfunction(given):
        if len(required) != 1:
            raise UserError(f"{about.where} is a generator: it takes one argument, the schedule")
        return of_generator(given, about)
    sizes = about.shape if about.shape and len(required) <= len(about.shape) <= most else ()
    if len(required) > len(sizes):
        names = ", ".join(required)
        raise UserError(
            f"{about.where} must take no argument ({names} given none), or yield the names of steps"
        )
    with recorded_origins() as origins, deciding(Decisions()):
        made = called(given, about.where, *sizes)
    if isinstance(made, s_tir.Schedule):
        if about.shape is not None and not sizes:
            raise UserError(
                f"{about.where} returns a finished schedule of a fixed shape: leave out the shape"
            )
        return of_schedule(made, about, origins, given)
    if not is_computation(made):
        raise UserError(f"{about.where} returned {type(made).__name__}, not {TAKEN}")
    return of_module(made, about, given if sizes or not about.shape else None)


def arguments_of(function: Callable) -> tuple[list[str], int]:
    """The names of a function's required arguments, and how many it accepts."""
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    taken = list(inspect.signature(function).parameters.values())
    plain = [parameter for parameter in taken if parameter.kind in positional]
    more = any(parameter.kind is inspect.Parameter.VAR_POSITIONAL for parameter in taken)
    return [
        parameter.name for parameter in plain if parameter.default is parameter.empty
    ], 1000 if more else len(plain)


def common(about: ScheduleSource) -> dict[str, Any]:
    """The arguments that all kinds of rungs share."""
    return {
        "ladder": about.ladder,
        "index": 1,
        "name": about.name,
        "tile": NoTile(),
        "any_shape": True,
        "target": about.kind or CUDA,
    }


def of_generator(function: Callable, about: ScheduleSource) -> OwnRung:
    """The rung of a generator over a schedule."""
    if about.computation is None:
        raise UserError(
            f"{about.where} has a generator but no `workload`: define one, for example a "
            "function that returns the list of TE tensors [A, B, C]"
        )

    usual = numbers_of(function)

    @functools.wraps(function)
    def with_numbers(sch: s_tir.Schedule, tile: Tile) -> Iterator:
        numbers = {name: getattr(tile, name) for name in asdict(usual)}
        yield from decided(function(sch, **numbers), Decisions(decisions_of(tile)))

    about_it = common(about) | {"tile": usual}
    return OwnRung(function=with_numbers, workload=as_workload(about), **about_it)


def numbers_of(function: Callable) -> Tile:
    """The default values of a generator's other arguments, as its tile."""
    _, *numbers = inspect.signature(function).parameters.values()
    given = [
        (number.name, type(number.default), field(default=number.default)) for number in numbers
    ]
    return make_dataclass("Numbers", given, bases=(NoTile,), frozen=True)() if given else NoTile()


def of_schedule(
    sch: s_tir.Schedule,
    about: ScheduleSource,
    origins: Sequence[tvm.ir.IRModule],
    function: Callable | None = None,
) -> Rung:
    """The rung of a finished schedule.

    Primitive by primitive if its original module is known (`origins`, or the computation), else as
    a module.
    """
    trace = sch.trace
    if trace is None or all(instruction.kind.is_pure for instruction in trace.insts):
        return of_module(sch.mod, about)
    origin = origin_of(sch, origins, about)
    if origin is None:
        return of_module(sch.mod, about)

    def again(
        sizes: Sequence[int], decisions: Mapping[str, Any]
    ) -> tuple[s_tir.Schedule, tvm.ir.IRModule]:
        source = replace(about, shape=tuple(sizes) or None)
        with recorded_origins() as begun, deciding(Decisions(decisions)):
            made = called(function, about.where, *sizes)
        return made, origin_of(made, begun, source)

    @functools.wraps(function or _documented(""))
    def remake(*sizes: int) -> tirx.PrimFunc:
        return only_function(again(sizes, {})[1], about.where)

    workload = Computation(
        with_extents(only_function(origin, about.where), about)[0],
        about.shape or (),
        remake if function is not None and arguments_of(function)[1] else None,
        about.own,
    )
    return RecordedRung(
        function=function or _documented("A finished schedule, primitive by primitive."),
        workload=workload,
        schedule=sch,
        origin=origin,
        again=None if function is None else again,
        **common(about),
    )


def of_module(given: Any, about: ScheduleSource, again: Callable | None = None) -> ModuleRung:
    """The rung of a module, a PrimFunc or a computation; `again` makes it for another shape."""
    if hasattr(given, "prim_func"):
        about, given = replace(about, computation=given), given.prim_func()
    func, remake = with_extents(as_function(given, about.where), about)
    if again is not None:

        @functools.wraps(again)
        def remake(*sizes: int) -> tirx.PrimFunc:
            return as_function(called(again, about.where, *sizes), about.where)

    def wanted(workload: Workload) -> tvm.ir.IRModule:
        sized = remake is not None and workload.shape != (about.shape or ())
        return as_main(tvm.ir.IRModule({"main": remake(*workload.shape) if sized else func}))

    target = func.attrs.get("target") if func.attrs else None
    kind = about.kind or (str(target.kind.name) if target is not None else None)
    if about.computation is not None:
        workload = as_workload(about)
    else:
        # Modules whose threads synchronize cannot run serially, and a CPU has none of a GPU's
        # functions.
        mod = tvm.ir.IRModule({"main": func})
        on_gpu = threads_meet(mod) or (kind != CPU and calls_device_code(mod))
        alone = about.own.reference is None and on_gpu
        kind_of = Uncompared if alone else Computation
        workload = kind_of(func, about.shape or (), remake, about.own)
    return ModuleRung(
        function=_documented("A module, pass by pass on its way to a kernel."),
        workload=workload,
        wanted=wanted,
        **common(replace(about, kind=kind)),
    )


def _documented(text: str) -> Callable[..., Any]:
    """A placeholder for the generator function of a ladder's rung."""

    def function(*_: Any) -> None:
        """Never called."""

    function.__doc__ = text
    return function


# --- The original module of a schedule ------------------------------------------------------------


@contextlib.contextmanager
def recorded_origins() -> Iterator[list[tvm.ir.IRModule]]:
    """Collect the modules that schedules are created from while a user's function runs.

    A schedule keeps no copy of its original module, and a trace is meaningless without it.
    """
    origins: list[tvm.ir.IRModule] = []
    construct = s_tir.Schedule.__init__

    def recording(self, mod, *args, **kwargs):
        construct(self, mod, *args, **kwargs)
        origins.append(self.mod)

    s_tir.Schedule.__init__ = recording
    try:
        yield origins
    finally:
        s_tir.Schedule.__init__ = construct


def origin_of(
    sch: s_tir.Schedule, origins: Sequence[tvm.ir.IRModule], about: ScheduleSource
) -> tvm.ir.IRModule | None:
    """The module among `origins`, or the computation, from which the schedule's trace gives the
    schedule's module.

    None if there are none; raises UserError if none of them does.
    """
    known = list(origins)
    if about.computation is not None:
        known.append(s_tir.Schedule(as_workload(about).prim_func()).mod)
    for origin in reversed(known):
        replay = s_tir.Schedule(origin)
        try:
            sch.trace.apply_to_schedule(replay, remove_postproc=False)
        except Exception:  # A trace that does not fit this module belongs to another one.
            continue
        if tvm_ffi.structural_equal(replay.mod, sch.mod):
            return origin
    if known:
        raise UserError(
            f"{about.where}: the schedule cannot be replayed on the given computation: "
            "create it in the function that returns it, or give its `computation`"
        )
    return None
