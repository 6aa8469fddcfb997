"""A user's own file as a rung: any schedule in it, or any TE computation.

The file defines `schedule`, or another name, FILE.py:NAME: whatever `own_schedule.as_rung` takes.
Of a module with several functions, FILE.py:MODULE.FUNCTION names one. Beside a generator the file
defines what is computed, `workload`: a PrimFunc, an IRModule, a list of TE tensors (inputs, then
outputs), a Workload of this package, or a function that returns one of these.

A file whose schedules are for a CPU says `target = "llvm"`. A generator may take numbers beside the
schedule, each with a default: `space` says what `tune` may make of them (tune/own_file.py).

Beside any it may define `reference(*inputs)`, the outputs in NumPy, `inputs(rng)` and
`tolerance(*inputs)`, or arrays and numbers in place of the last two.

A script that calls the old te.create_schedule defines nothing; `legacy/rung.py` takes it before.
"""

from __future__ import annotations

import importlib.util
import inspect
import linecache
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import tvm
from tvm import s_tir, tirx

from gpusim.errors import UserError, nearest

from ..core.errors import UnknownName
from ..core.ladder import Rung
from ..core.target import CPU, CUDA
from .computations import ScheduleSource, functions_of
from .schedule_source import as_rung
from .tir_workload import Own

DEFAULT_NAME = "schedule"
# What a file may say beside its schedules.
BESIDE = ("workload", "reference", "inputs", "tolerance", "space", "target")


def load(path: str, name: str = "", shape: Sequence[int] | None = None) -> Rung:
    """The rung of what FILE.py calls `name`; every mistake in the file is a UserError.

    Raises UnknownName where the file has nothing of that name.
    """
    file = Path(path)
    defined = vars(run_file(file))
    name = name or default_name(path, defined)
    about = ScheduleSource(
        where=f"{path}:{name}",
        ladder=file.stem,
        name=name,
        computation=defined.get("workload"),
        own=own_of(defined, path),
        shape=None if shape is None else tuple(shape),
        kind=kind_of(defined, path),
    )
    return as_rung(named(path, defined, name), about)


def kind_of(defined: Mapping[str, Any], path: str) -> str | None:
    """The `target` that a file names, None where it names none."""
    kind = defined.get("target")
    if kind not in (None, CPU, CUDA):
        raise UserError(f"{path}: `target` is {kind!r}: write {CUDA!r} or {CPU!r}")
    return kind


def named(path: str, defined: Mapping[str, Any], name: str) -> Any:
    """What a file calls NAME, or MODULE.FUNCTION."""
    first, _, function = name.partition(".")
    if first not in defined:
        known = [key for key, value in defined.items() if inspect.isfunction(value)]
        known += [key for key in schedules_of(defined) if key not in known]
        if not known:
            raise UnknownName(f"{path} defines no function {name!r}")
        raise UnknownName(f"{path}: {nearest('function', name, known)}")
    given = defined[first]
    if not function:
        return given
    if not isinstance(given, tvm.ir.IRModule):
        raise UserError(f"{path}:{first} is not an IRModule: it has no function {function!r}")
    found = functions_of(given)
    if function not in found:
        raise nearest(f"function of {path}:{first}", function, found)
    return found[function]


def default_name(path: str, defined: Mapping[str, Any]) -> str:
    """`schedule`, or the only schedule that a file has, or else its computation."""
    found = schedules_of(defined)
    if DEFAULT_NAME in defined or not found:
        unscheduled = DEFAULT_NAME not in defined and "workload" in defined
        return "workload" if unscheduled else DEFAULT_NAME
    if len(found) > 1:
        names = ", ".join(f"{path}:{name}" for name in found)
        raise UserError(f"{path} has several schedules: name one of {names}")
    return found[0]


def schedules_of(defined: Mapping[str, Any]) -> list[str]:
    """The names of a file's schedules, modules and generators over a schedule."""
    whole = (s_tir.Schedule, tirx.PrimFunc, tvm.ir.IRModule)
    return [
        name
        for name, value in defined.items()
        if not name.startswith("_")
        and name not in BESIDE
        and (isinstance(value, whole) or inspect.isgeneratorfunction(value))
    ]


class _AsItIs(SourceFileLoader):
    """Compiles a file each time: kept byte code is told from its source by a time in seconds and a
    size, and somebody who tries numbers changes neither."""

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)


def run_file(file: Path) -> ModuleType:
    """Import a file by path, with its own folder importable."""
    if not file.is_file():
        raise UserError(f"no such file: {file}")
    name = f"user_{file.stem}"
    loader = _AsItIs(name, str(file.absolute())) if file.suffix == ".py" else None
    spec = importlib.util.spec_from_file_location(name, file, loader=loader)
    if spec is None or spec.loader is None:
        raise UserError(f"{file} is not a Python file")
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
            f"{where} cannot be imported: {type(error).__name__}: {error}"
            + (f" in `{source}`" if source else "")
        ) from error
    finally:
        sys.path.remove(str(file.resolve().parent))
    return module


def own_of(defined: Mapping[str, Any], where: str) -> Own:
    """The `reference`, `inputs` and `tolerance` that a file defines; arrays or numbers stand for
    functions that give them."""

    def function(name: str) -> Callable[..., Any] | None:
        given = defined.get(name)
        return given if given is None or callable(given) else lambda *_: given

    if not callable(defined.get("reference", len)):
        raise UserError(f"{where}: `reference` must be a function of the inputs")
    return Own(*map(function, ("reference", "inputs", "tolerance")))
