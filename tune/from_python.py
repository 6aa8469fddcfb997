"""Implements `schedules.explore(...).tune()`: tunes a schedule without a terminal.

Candidates are built and run by other processes. A schedule that is not in a file, or that has its
space passed as an argument, is written to a file next to the record; `tune` then treats it like a
user's file.
"""

from __future__ import annotations

import base64
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cloudpickle
from tvm import s_tir

from gpusim.errors import UserError
from schedules.api.exploration import Given
from schedules.core.files import write_text
from schedules.sources.computations import as_function, is_computation, kept_rules
from schedules.sources.input_values import run_file
from schedules.sources.schedule_source import ModuleRung, RecordedRung

from .engine.tuning import start
from .folders import records_folder
from .jobs.job import from_values, load
from .measuring.interface import Watcher
from .own_file import forget_files
from .records.record import PLAIN, default_path

if TYPE_CHECKING:
    from .engine.confirming import Winner

HEAD = '"""A schedule that was explored in Python, for `tune`, which wrote this file."""\n'
BODY = """
from tune.from_python import restored

globals().update(restored({text!r}))
"""
# Packages that other processes can import.
OURS = ("schedules", "tune", "tvm")


def tune_file(
    given: Given, space: Any, trials: int, minutes: float, record: str | Path | None
) -> tuple[list[Winner], str, Path]:
    """Tune an explored schedule; continues its record if there is one.

    Returns the winners, FILE.py:NAME, and the record.
    """
    if record is not None and Path(record).suffix != PLAIN:
        raise UserError(f"record {record}: the name of a record must end in {PLAIN}")
    if isinstance(given.rung, ModuleRung):
        raise UserError(f"{given.rung.path} is not a schedule: it has no parameters to tune")
    # The file may have changed since it was explored in a notebook.
    forget_files()
    reference = given.file
    if space is not None or not reference:
        beside = Path(record) if record else records_folder() / f"{given.rung.name}{PLAIN}"
        reference = f"{written(given, space, beside.with_suffix('.py'))}:{given.rung.name}"
    said = load(reference).text()
    said["budget"] = {"trials": trials, "minutes": minutes}
    if given.shape:
        said["shapes"] = [list(given.shape)]
    job = from_values(said, said.pop("name"), lambda keys: "tune")
    path = Path(record) if record else default_path(job.name, job.device())
    return start(job, path, Watcher(), resume=path.exists()), reference, path


def written(given: Given, space: Any, file: Path) -> Path:
    """A file that defines what was explored, with a space if one is given."""
    if not given.file and not given.defines:
        raise UserError(f"{given.rung.path} is a rung of a ladder: tune it with `tune run`")
    if file.exists() and not file.read_text(encoding="utf-8").startswith(HEAD):
        raise UserError(
            f"{file} is the file to tune and would be overwritten: give another `record`"
        )
    said = dict(given.defines)
    if is_computation(said.get("workload")):
        # Tensors are distinguished by identity, which a copy does not keep.
        said["workload"] = as_function(said["workload"], given.rung.path)
    if space is not None:
        said["space"] = space
    trace = None
    if isinstance(given.rung, RecordedRung) and isinstance(
        said.get(given.rung.name), s_tir.Schedule
    ):
        # A schedule does not keep its original module.
        del said[given.rung.name]
        said["workload"] = given.rung.workload.prim_func()
        trace = given.rung.name, given.rung.origin, given.rung.schedule.trace.as_json()
    payload = given.file.partition(":")[0], said, trace
    text = base64.b85encode(pickled(payload, said)).decode()
    write_text(file, HEAD + BODY.format(text=text))
    return file


def pickled(payload: Any, said: Mapping[str, Any]) -> bytes:
    """Pickle by value, including functions: other processes may lack the modules that define
    them."""
    names = {getattr(value, "__module__", None) for value in said.values() if callable(value)}
    modules = [
        sys.modules[name]
        for name in names
        if name in sys.modules and name.partition(".")[0] not in (*OURS, "__main__")
    ]
    for module in modules:
        cloudpickle.register_pickle_by_value(module)
    try:
        return cloudpickle.dumps(payload)
    except Exception as error:  # Functions may hold references to anything.
        text = str(error).partition("\n")[0]
        raise UserError(
            "candidates are built in other processes, and this object cannot be sent to "
            f"them: {text}"
        ) from error
    finally:
        for module in modules:
            cloudpickle.unregister_pickle_by_value(module)


def restored(text: str) -> dict[str, Any]:
    """The names that a file written by `written` defines."""
    file, said, trace = cloudpickle.loads(base64.b85decode(text))
    if trace is not None:
        name, origin, instructions = trace
        sch = s_tir.Schedule(origin)
        s_tir.schedule.Trace.apply_json_to_schedule(instructions, sch)
        said[name] = sch
    return {**(vars(run_file(Path(file), kept_rules)) if file else {}), **said}
