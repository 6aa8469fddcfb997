"""Converts records to and from MetaSchedule's JSON database.

A database has no knobs; its records are traces with times. For the export, each candidate's
schedule is generated again, so that its trace contains the whole schedule. For the import, the
trace's decisions give the knobs, and the schedule with these knobs must equal that of the trace.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

import tvm_ffi
from tvm import s_tir
from tvm.s_tir import meta_schedule as ms

from gpusim.errors import UserError
from schedules.lowering.lower import reason

from .engine.recorded import current_schedule, point_of, recorded_job
from .engine.tuning import Tuning
from .jobs.job import Job
from .measuring.interface import Outcome, Watcher
from .records.lines import check_versions
from .records.record import Record
from .space.base import Candidate, plain
from .space.generator import search_target
from .space.knob_space import Space

WORKLOADS = "database_workload.json"
RECORDS = "database_tuning_record.json"
# MetaSchedule writes 1e10 s for failures.
FAILED_US = 1e16


@contextmanager
def _readable(folder: Path) -> Iterator[None]:
    """A UserError for what TVM raises when it reads a folder's database."""
    try:
        yield
    except (RuntimeError, ValueError) as error:
        raise UserError(
            f"{folder} contains a database that TVM cannot read: {reason(error)}"
        ) from None


def database(folder: Path) -> ms.database.JSONDatabase:
    """A folder's database; raises UserError if TVM cannot read it."""
    with _readable(folder):
        return ms.database.JSONDatabase(str(folder / WORKLOADS), str(folder / RECORDS))


def export_database(record: Record, folder: Path) -> tuple[int, int]:
    """Add the candidates with correct results to a folder's database, those that it lacks.

    Returns how many were written and how many skipped: candidates are skipped if their schedule has
    changed or the space no longer contains them. Raises UserError if the record is from another
    version of TVM, or TVM cannot read the database.
    """
    job = recorded_job(record)
    space_at = cache(job.space_at)
    written = stale = 0
    into, present = None, set()
    for shape in record.shapes():
        for entry in record.best(shape, len(record.entries)):
            line = record.line(entry)
            space = space_at(shape, job.rung.lowered_for(line["arch"]))
            check_versions(record.path, line["versions"])
            if into is None:
                space.register_intrinsics()
                folder.mkdir(parents=True, exist_ok=True)
                into = database(folder)
                present = {trace_text(row.trace) for row in rows_of(into, folder)}
            sch = None
            if space.exclusion(entry.knobs) is None:
                sch = current_schedule(space, point_of(space, entry, record), entry)
            if sch is None:
                stale += 1
                continue
            if trace_text(sch.trace) in present:
                continue
            mod = s_tir.Schedule(space.workload.prim_func()).mod
            into.commit_tuning_record(
                ms.database.TuningRecord(
                    sch.trace,
                    into.commit_workload(mod),
                    [time * 1e-6 for time in line["times_us"]],
                    search_target(space.target),
                    ms.arg_info.ArgInfo.from_prim_func(mod["main"]),
                )
            )
            written += 1
    return written, stale


def trace_text(trace: s_tir.schedule.Trace) -> str:
    return json.dumps(plain(trace.as_json()))


def rows_of(known: ms.database.JSONDatabase, folder: Path) -> list[ms.database.TuningRecord]:
    """The rows of a folder's database; raises UserError if TVM cannot read them."""
    with _readable(folder):
        return list(known.get_all_tuning_records())


def has_database(folder: Path) -> bool:
    return (folder / RECORDS).exists()


def import_database(
    folder: Path, job: Job, path: Path, say: Callable[[str], None]
) -> tuple[int, int]:
    """Append a database's candidates to a record; returns how many, and how many do not belong to
    the job.

    The times are assumed to be this device's, since a database does not name its device. Raises
    UserError, and creates no record, if no candidate belongs to the job.
    """
    device = job.device()
    spaces = [job.space_at(shape, job.lowered_for) for shape in job.shapes]
    for space in spaces:
        # A process can read a trace only after the intrinsics that it names are registered.
        space.register_intrinsics()
    tuned = rows_of(database(folder), folder)
    taken: list[tuple[Candidate, tuple[float, ...]]] = []
    for row in tuned:
        candidate = next(filter(None, (candidate_of(space, row) for space in spaces)), None)
        times = tuple(float(time) * 1e6 for time in row.run_secs or ())
        if candidate and times and min(times) > 0 and max(times) < FAILED_US:
            taken.append((candidate, times))
    left_out = len(tuned) - len(taken)
    if not taken:
        raise UserError(
            f"none of the {left_out} candidates in {folder} can be imported: they failed or "
            f"are not in the space {job.space!r} at the job's shapes"
        )
    with closing(Record.open(path, say)) as record:
        tuning = Tuning(job, record, device, Watcher())
        tuning.begin()
        for candidate, times in taken:
            tuning.keep(candidate, Outcome("ok", times, worker="imported"), 0.0)
    return len(taken), left_out


def candidate_of(space: Space, row: ms.database.TuningRecord) -> Candidate | None:
    """A database's record as a candidate of a space; None if it does not belong to it."""
    mod = s_tir.Schedule(space.workload.prim_func()).mod
    if not tvm_ffi.structural_equal(row.workload.mod, mod):
        return None
    replay = s_tir.Schedule(mod)
    try:
        row.trace.apply_to_schedule(replay, remove_postproc=False)
        point = space.drawn(replay)
        candidate = space.candidate(point)
    except (UserError, RuntimeError, ValueError, LookupError):
        return None
    same = tvm_ffi.structural_equal(space.schedule(point).mod, replay.mod)
    return candidate if same else None
