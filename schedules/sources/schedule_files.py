"""A user's own file as a rung: any schedule in it, or any TE computation.

The file defines `schedule`, or another name given as FILE.py:NAME: any object that
`schedule_source.as_rung` accepts. FILE.py:MODULE.FUNCTION names a function of a module with
several. Next to a generator the file defines the computation, `workload`: a PrimFunc, an IRModule,
a list of TE tensors (inputs, then outputs), a Workload of this package, or a function that returns
one of these.

A file with schedules for a CPU sets `target = "llvm"`. A generator may take numbers besides the
schedule, each with a default; `space` defines their values for `tune` (tune/own_file.py).

Optionally the file defines `reference(*inputs)`, which returns the outputs as NumPy arrays,
`inputs(rng)` and `tolerance(*inputs)`. The last two may also be arrays and numbers, or `inputs` a
dict that describes some of them by name (`input_values.input_array`).

`build` is a Build, or a dict of its fields such as {"async_copy": True}: options for compiling the
kernels.

A script that calls the old te.create_schedule defines none of these; te_compat's loader takes it
first.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import tvm
from tvm import s_tir, tirx

from gpusim.errors import UserError, nearest

from ..core.errors import UnknownName
from ..core.ladder import Build, Rung
from ..core.target import CPU, CUDA
from .computations import ScheduleSource, functions_of, kept_rules
from .input_values import Own
from .python_files import run_file
from .schedule_source import as_rung

DEFAULT_NAME = "schedule"
# Names that a file may define in addition to its schedules.
BESIDE = ("workload", "reference", "inputs", "tolerance", "space", "target", "build")


def load(
    path: str, name: str = "", shape: Sequence[int] | None = None, text: str | None = None
) -> Rung:
    """The rung that FILE.py defines under `name`; every mistake in the file becomes a UserError.

    `text` is run in place of what is in the file.
    Raises UnknownName if the file does not define the name.
    """
    file = Path(path)
    defined = vars(run_file(file, kept_rules, text))
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
    rung = as_rung(named(path, defined, name), about)
    build = build_of(defined, path)
    return rung if build is None else replace(rung, build=build)


def build_of(defined: Mapping[str, Any], path: str) -> Build | None:
    """The `build` that a file defines, None if there is none (or a function of that name)."""
    given = defined.get("build")
    if isinstance(given, Build) or not isinstance(given, Mapping):
        return given if isinstance(given, Build) else None
    known = {field_.name: field_ for field_ in fields(Build)}
    for name, value in given.items():
        if name not in known:
            raise UserError(f"{path}: {nearest('field of build', str(name), known)}")
        wanted = int if name == "max_registers" else type(known[name].default)
        if type(value) is not wanted:
            kind = "True or False" if wanted is bool else "a whole number"
            raise UserError(f"{path}: build[{name!r}] is {value!r}: write {kind}")
    return Build(**given)


def kind_of(defined: Mapping[str, Any], path: str) -> str | None:
    """The `target` that a file defines, or None."""
    kind = defined.get("target")
    if kind not in (None, CPU, CUDA):
        raise UserError(f"{path}: `target` is {kind!r}: write {CUDA!r} or {CPU!r}")
    return kind


def named(path: str, defined: Mapping[str, Any], name: str) -> Any:
    """The object that a file defines as NAME or MODULE.FUNCTION."""
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
    functions = functions_of(given)
    if function not in functions:
        raise nearest(f"function of {path}:{first}", function, functions)
    return functions[function]


def default_name(path: str, defined: Mapping[str, Any]) -> str:
    """`schedule`, or else the file's only schedule, or else its computation."""
    schedules = schedules_of(defined)
    if DEFAULT_NAME not in defined and "workload" not in defined:
        schedules = schedules or schedule_functions(Path(path))
    if DEFAULT_NAME in defined or not schedules:
        unscheduled = DEFAULT_NAME not in defined and "workload" in defined
        return "workload" if unscheduled else DEFAULT_NAME
    if len(schedules) > 1:
        names = ", ".join(f"{path}:{name}" for name in schedules)
        raise UserError(f"{path} has several schedules: name one of {names}")
    return schedules[0]


def schedules_of(defined: Mapping[str, Any]) -> list[str]:
    """The names of a file's schedules, modules and schedule generators."""
    whole = (s_tir.Schedule, tirx.PrimFunc, tvm.ir.IRModule)
    return [
        name
        for name, value in defined.items()
        if not name.startswith("_")
        and name not in BESIDE
        and (isinstance(value, whole) or inspect.isgeneratorfunction(value))
    ]


def schedule_functions(file: Path) -> list[str]:
    """The names of a file's functions that are schedules, found without running the file.

    These are generators with one argument, and functions without arguments that return a schedule:
    they use `Schedule`, or call such a function.
    """
    names_found: list[str] = []
    for node in ast.parse(file.read_bytes()).body:
        if (
            not isinstance(node, ast.FunctionDef)
            or node.name.startswith("_")
            or node.name in BESIDE
        ):
            continue
        required = len(node.args.posonlyargs + node.args.args) - len(node.args.defaults)
        inside = list(ast.walk(node))
        if any(isinstance(each, ast.Yield | ast.YieldFrom) for each in inside):
            if required == 1:
                names_found.append(node.name)
            continue
        names = {getattr(each, "id", getattr(each, "attr", "")) for each in inside}
        returns = any(isinstance(each, ast.Return) and each.value for each in inside)
        if not required and returns and names & {"Schedule", *names_found}:
            names_found.append(node.name)
    return names_found


def own_of(defined: Mapping[str, Any], where: str) -> Own:
    """The `reference`, `inputs` and `tolerance` that a file defines, as `Own.of`."""
    if "reference" in defined and not callable(defined["reference"]):
        raise UserError(f"{where}: `reference` must be a function of the inputs")
    reference, inputs, tolerance = map(defined.get, ("reference", "inputs", "tolerance"))
    if isinstance(inputs, Mapping):
        # Paths are relative to the file.
        folder = Path(where).parent
        files = (".npy", ".py")
        inputs = {
            name: str(folder / value)
            if isinstance(value, str) and value.partition(":")[0].endswith(files)
            else value
            for name, value in inputs.items()
        }
    return Own.of(reference, inputs, tolerance)
