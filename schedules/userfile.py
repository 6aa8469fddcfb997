"""A user's own file as a rung: any TE computation, scheduled by a function of theirs.

The file defines a function `schedule` (or another name, FILE.py:NAME). It takes nothing and
returns an `s_tir.Schedule`; or it is a generator over a schedule that yields step names, and the
file defines `workload`: a PrimFunc, an IRModule, a list of TE tensors (inputs, then outputs), a
Workload of this package, or a function that returns one of these.

Beside either it may define `reference(*inputs)`, the outputs in NumPy, `inputs(rng)` and
`tolerance(*inputs)`, or arrays and numbers in place of the last two.

A script that calls the old te.create_schedule defines nothing; `legacy/rung.py` takes it before.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import inspect
import linecache
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import tvm
import tvm_ffi
from tvm import s_tir, te, tirx

from .computation import Computation, Own
from .errors import ShapeError, UserError, nearest
from .ladder import Rung, Tile
from .steps import Step, refused, walk_trace
from .workloads import Workload

DEFAULT_NAME = "schedule"


@dataclass(frozen=True)
class Whole(Tile):
    """No tile of ours: a user's schedule is taken as it is."""

    def block(self) -> tuple[int, ...]:
        return ()

    def check(self, workload: Workload) -> None:
        """Any shape is the user's own business."""


@dataclass(frozen=True)
class FileRung(Rung):
    """A user's rung: it is verified at the shape it has."""

    def verify_shapes(self) -> list[tuple[int, ...]]:
        return [self.workload.shape]


@dataclass(frozen=True)
class RecordedRung(FileRung):
    """A finished schedule, walked primitive by primitive by replaying its trace."""

    schedule: s_tir.Schedule | None = None
    origin: tvm.ir.IRModule | None = None

    def walk(self, workload: Workload, tile: Tile) -> Iterator[Step]:
        # `origin_of` has compared already, and verification replays with other intrinsics.
        yield from walk_trace(*self.finished(workload, tile), check=False)

    def finished(self, workload: Workload, tile: Tile) -> tuple[s_tir.Schedule, tvm.ir.IRModule]:
        assert self.schedule is not None and self.origin is not None
        return self.schedule, self.origin


def load(path: str, name: str = "", shape: Sequence[int] | None = None) -> Rung:
    """The rung that FILE.py's function `name` makes; every mistake in the file is a UserError."""
    file = Path(path)
    name = name or DEFAULT_NAME
    module = run_file(file)
    if not hasattr(module, name):
        known = [key for key, value in vars(module).items() if inspect.isfunction(value)]
        if not known:
            raise UserError(f"{path} defines no function {name!r}")
        error = nearest("function", name, known)
        raise UserError(f"{path}: {error}")
    function = getattr(module, name)
    if not callable(function):
        raise UserError(f"{path}:{name} is no function")
    required = [
        parameter.name
        for parameter in inspect.signature(function).parameters.values()
        if parameter.default is parameter.empty
        and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    common = {"ladder": file.stem, "index": 1, "name": name, "tile": Whole(), "any_shape": True}
    if inspect.isgeneratorfunction(function):
        if len(required) != 1:
            raise UserError(f"{path}:{name} is a generator: it takes one argument, the schedule")

        @functools.wraps(function)
        def without_tile(sch: s_tir.Schedule, _tile: Tile) -> Iterator:
            yield from function(sch)

        return FileRung(
            function=without_tile,
            workload=workload_of(module, file, shape),
            **common,
        )
    if required:
        raise UserError(f"{path}:{name} must take no argument ({', '.join(required)} given none)")
    if shape is not None:
        raise UserError(f"{path}:{name} returns a finished schedule: its shape is its own")
    with recorded_origins() as origins:
        try:
            sch = function()
        except (Exception, SystemExit) as error:  # the file is anybody's code
            raise refused(f"{path}:{name}", function, error) from error
    if not isinstance(sch, s_tir.Schedule):
        kind = type(sch).__name__
        raise UserError(f"{path}:{name} returned {kind}, not an s_tir.Schedule")
    if sch.trace is None:
        raise UserError(f"{path}:{name}: the schedule has no trace to replay")
    if all(instruction.kind.is_pure for instruction in sch.trace.insts):
        raise UserError(f"{path}:{name} returns a schedule that nothing was done to")
    origin = origin_of(sch, origins)
    return RecordedRung(
        function=function,
        workload=Computation(only_function(origin, path), own=own_of(module, file)),
        schedule=sch,
        origin=origin,
        **common,
    )


def run_file(file: Path) -> ModuleType:
    """Import a file by path, with its own folder importable."""
    if not file.is_file():
        raise UserError(f"no such file: {file}")
    spec = importlib.util.spec_from_file_location(f"user_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise UserError(f"{file} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, str(file.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # the file is anybody's code
        # Python makes a relative path absolute.
        frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == spec.origin]
        line = frames[-1].lineno if frames else getattr(error, "lineno", None)
        where = f"{file}:{line}" if line else str(file)
        source = linecache.getline(str(file), line).strip() if line else ""
        raise UserError(
            f"{where} does not import: {type(error).__name__}: {error}"
            + (f" in `{source}`" if source else "")
        ) from error
    finally:
        sys.path.remove(str(file.resolve().parent))
    return module


def workload_of(module: ModuleType, file: Path, shape: Sequence[int] | None) -> Workload:
    """The workload a file defines, at `shape` where one is asked for."""
    if not hasattr(module, "workload"):
        raise UserError(
            f"{file} has a generator but no `workload`: define one, for example a function that "
            "returns the list of TE tensors [A, B, C]"
        )
    given, own = module.workload, own_of(module, file)
    if hasattr(given, "prim_func"):
        return _with_its_own(given if shape is None else given.with_shape(shape), own, file)
    if not callable(given) or isinstance(given, tirx.PrimFunc):
        if shape is not None:
            raise ShapeError(f"{file}: `workload` is no function, so it takes no shape")
        return Computation(as_function(given, file), own=own)

    def remake(*sizes: int):
        try:
            return given(*sizes)
        except (Exception, SystemExit) as error:  # the file is anybody's code
            raise refused(f"{file}:workload", given, error) from error

    made = remake(*(shape or ()))
    if hasattr(made, "prim_func"):
        return _with_its_own(made, own, file)

    def again(*sizes: int) -> tirx.PrimFunc:
        return as_function(remake(*sizes), file)

    return Computation(as_function(made, file), tuple(shape or ()), again, own)


def _with_its_own(workload: Workload, own: Own, file: Path) -> Workload:
    if own != Own():
        raise UserError(f"{file}: {workload} has its own reference, inputs and tolerance")
    return workload


def own_of(module: ModuleType, file: Path) -> Own:
    """The `reference`, `inputs` and `tolerance` that a file defines; arrays or numbers stand for
    functions that give them."""

    def function(name: str) -> Callable[..., Any] | None:
        given = getattr(module, name, None)
        return given if given is None or callable(given) else lambda *_: given

    if not callable(getattr(module, "reference", len)):
        raise UserError(f"{file}: `reference` is no function of the inputs")
    return Own(*map(function, ("reference", "inputs", "tolerance")))


def as_function(given, file: Path) -> tirx.PrimFunc:
    """The PrimFunc of TIR or of a list of TE tensors."""
    if isinstance(given, tirx.PrimFunc):
        return given
    if isinstance(given, tvm.ir.IRModule):
        return only_function(given, str(file))
    if isinstance(given, list | tuple) and given and all(isinstance(t, te.Tensor) for t in given):
        return te.create_prim_func(list(given))
    raise UserError(
        f"{file}: `workload` is {type(given).__name__}, not a PrimFunc, an IRModule or a list of "
        "TE tensors"
    )


def only_function(mod: tvm.ir.IRModule, path: str) -> tirx.PrimFunc:
    """The one PrimFunc of a module."""
    found = [func for func in mod.functions.values() if isinstance(func, tirx.PrimFunc)]
    if len(found) != 1:
        raise UserError(f"{path}: the module has {len(found)} functions; one is supported")
    return found[0]


@contextlib.contextmanager
def recorded_origins() -> Iterator[list[tvm.ir.IRModule]]:
    """Collect the modules that schedules are made of while a user's function runs.

    A schedule keeps no copy of the module it began with, and a trace means nothing without it.
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


def origin_of(sch: s_tir.Schedule, origins: list[tvm.ir.IRModule]) -> tvm.ir.IRModule:
    """The module among `origins` on which the schedule's trace gives the schedule's module."""
    for origin in reversed(origins):
        replay = s_tir.Schedule(origin)
        try:
            sch.trace.apply_to_schedule(replay, remove_postproc=False)
        except Exception:  # a trace that does not fit this module is not this module's
            continue
        if tvm_ffi.structural_equal(replay.mod, sch.mod):
            return origin
    raise UserError("the schedule cannot be replayed: make it inside the function that returns it")
