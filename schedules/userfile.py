"""A user's own file as a rung: any TE computation, scheduled by a function of theirs.

The file defines a function `schedule` (or another name, FILE.py:NAME). It takes nothing and
returns an `s_tir.Schedule`; or it is a generator over a schedule that yields step names, and the
file defines `workload`: a PrimFunc, an IRModule, a list of TE tensors (inputs, then outputs), a
Workload of this package, or a function that returns one of these.

A script that calls the old te.create_schedule defines nothing; `legacy/rung.py` takes it before.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import inspect
import linecache
import math
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import numpy as np
import tvm
import tvm_ffi
from tvm import s_tir, te, tirx

from .errors import ShapeError, UserError, nearest
from .ladder import Rung, Tile
from .lowering.emit import run_library
from .lowering.lower import build_module
from .steps import Step, refused, walk_trace
from .workloads import Workload, random_array, unit_roundoff

DEFAULT_NAME = "schedule"


@dataclass(frozen=True)
class Whole(Tile):
    """No tile of ours: a user's schedule is taken as it is."""

    def block(self) -> tuple[int, ...]:
        return ()

    def check(self, workload: Workload) -> None:
        """Any shape is the user's own business."""


@dataclass(frozen=True)
class Computation:
    """Any TIR function as a workload; its unscheduled self, run on the CPU, is the reference.

    Parameters
    ----------
    func : PrimFunc
        Unscheduled. The parameters it writes are its outputs.
    remake : callable, optional
        Takes a shape and returns the function for it.
    """

    func: tirx.PrimFunc
    sizes: tuple[int, ...] = ()
    remake: Callable[..., tirx.PrimFunc] | None = None

    axes = ()
    # An exp or a division rounds on integers too.
    exact = False

    @property
    def shape(self) -> tuple[int, ...]:
        return self.sizes

    @property
    def flops(self) -> int:
        """Iterations of every innermost block: an upper bound is all that is known."""
        return iterations(self.func)[0]

    @property
    def bytes(self) -> int:
        return sum(
            math.prod(shape) * np.dtype(dtype).itemsize for _, shape, dtype in self._params()
        )

    def __str__(self) -> str:
        parts = [f"{name}[{','.join(map(str, shape))}]" for name, shape, _ in self._params()]
        return f"computation over {', '.join(parts)}"

    def with_shape(self, shape: Sequence[int]) -> Computation:
        if tuple(shape) == self.sizes:
            return self
        if self.remake is None:
            raise ShapeError(
                "this file's workload takes no shape; make `workload` a function of it"
            )
        if any(extent < 1 for extent in shape):
            raise ShapeError(f"shape {tuple(shape)}: every extent must be at least 1")
        return Computation(self.remake(*shape), tuple(shape), self.remake)

    def prim_func(self) -> tirx.PrimFunc:
        return self.func

    def _params(self) -> list[tuple[str, tuple[int, ...], str]]:
        """Name, shape and dtype of every parameter."""
        found = []
        for param in self.func.params:
            if not tvm.tirx.buffer.is_buffer_var(param):
                raise UserError(f"parameter {param.name} is no buffer; only buffers are supported")
            try:
                shape = tuple(int(extent) for extent in param.shape)
            except (TypeError, ValueError):
                raise UserError(
                    f"parameter {param.name} has a symbolic shape; give every extent a number"
                ) from None
            found.append((str(param.name), shape, str(param.ty.dtype.dtype)))
        return found

    def _written(self) -> list[bool]:
        stored: list[tirx.Buffer] = []
        tvm_ffi.structural_walk(
            self.func.body, (tirx.BufferStore, lambda store: stored.append(store.buffer))
        )
        return [any(param.same_as(buffer) for buffer in stored) for param in self.func.params]

    def inputs(self, rng: np.random.Generator, *, integer: bool = False) -> list[np.ndarray]:
        """Values in (-1, 1), or in (0.5, 1.5) for a function that is not defined everywhere."""
        terms = iterations(self.func)[1]
        arrays = [
            random_array(rng, shape, dtype, integer=integer, terms=terms)
            for (_, shape, dtype), out in zip(self._params(), self._written(), strict=True)
            if not out
        ]
        if not integer and not self._finite(arrays):
            arrays = [a if a.dtype.kind in "iu" else (a / 2 + 1).astype(a.dtype) for a in arrays]
            if not self._finite(arrays):
                raise UserError(
                    "the unscheduled function gives NaN or infinity for random inputs: "
                    "there is nothing to compare with"
                )
        return arrays

    def _finite(self, arrays: list[np.ndarray]) -> bool:
        return all(np.isfinite(result).all() for result in self.reference(arrays))

    def reference(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        library = build_module(tvm.IRModule({"main": self.func}))
        results = run_library(library, inputs, self.outputs())
        return [np.asarray(result, dtype="float64") for result in results]

    def tolerance(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        """The reference rounds as the schedule does, so both may be off by a sum's rounding."""
        terms = iterations(self.func)[1]
        return [
            np.full(right.shape, 2 * (terms + 8) * unit_roundoff(dtype) * np.abs(right).max())
            for right, (_, dtype) in zip(self.reference(inputs), self.outputs(), strict=True)
        ]

    def outputs(self) -> list[tuple[tuple[int, ...], str]]:
        params, written = self._params(), self._written()
        if True not in written:
            raise UserError("the function writes none of its parameters")
        first = written.index(True)
        if False in written[first:]:
            late = params[first + written[first:].index(False)][0]
            raise UserError(
                f"{params[first][0]} is written but stands before {late}: put the outputs last"
            )
        return [(shape, dtype) for _, shape, dtype in params[first:]]


def iterations(func: tirx.PrimFunc) -> tuple[int, int]:
    """Iterations of all innermost blocks, and the longest reduction of one output element."""
    total, longest = 0, 1

    def on_block(block: s_tir.SBlock) -> None:
        nonlocal total, longest
        extents = [(int(var.iter_type), int(var.dom.extent)) for var in block.iter_vars]
        if extents:
            total += math.prod(extent for _, extent in extents)
            longest = max(
                longest, math.prod(e for kind, e in extents if kind == tirx.IterVar.CommReduce)
            )

    tvm_ffi.structural_walk(func.body, (s_tir.SBlock, on_block))
    return total, longest


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
    origin = origin_of(sch, origins)
    return RecordedRung(
        function=function,
        workload=Computation(only_function(origin, path)),
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
    given = module.workload
    if hasattr(given, "prim_func"):
        return given if shape is None else given.with_shape(shape)
    if not callable(given) or isinstance(given, tirx.PrimFunc):
        if shape is not None:
            raise ShapeError(f"{file}: `workload` is no function, so it takes no shape")
        return as_workload(given, file, None)

    def remake(*sizes: int):
        try:
            return given(*sizes)
        except (Exception, SystemExit) as error:  # the file is anybody's code
            raise refused(f"{file}:workload", given, error) from error

    return as_workload(remake(*(shape or ())), file, remake, tuple(shape or ()))


def as_workload(
    given, file: Path, remake: Callable | None, shape: tuple[int, ...] = ()
) -> Workload:
    """A Workload from what a file gave: a workload, TIR, or a list of TE tensors."""
    if hasattr(given, "prim_func"):
        return given
    again = remake and (lambda *sizes: as_function(remake(*sizes), file))
    return Computation(as_function(given, file), shape, again)


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
