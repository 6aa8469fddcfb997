"""Recorded candidates: their job and point, and whether the point still gives the same kernel."""

from __future__ import annotations

import tvm
from tvm import s_tir

from gpusim.errors import UserError
from schedules.compile.listing import text_fingerprint
from schedules.core.errors import RungError

from ..jobs.job import Job, check_words, from_values
from ..measuring.build import emitted
from ..records.lines import Entry, RecordError, lowering_hash, source_hash
from ..records.record import Record
from ..space.base import Point, dims, schedule_hash
from ..space.knob_space import Space

# Keys of jobs in records of earlier versions, which also had other strategies.
GONE = ("runner", "rpc")


def recorded_job(record: Record) -> Job:
    """The job with which a record was made; raises UserError if it is no longer valid."""
    values = dict(record.job())
    name = values.pop("name", "job")
    for key in GONE:
        values.pop(key, None)
    if values.get("strategy") in ("ranking", "model", "evolutionary"):
        values["strategy"] = "bayesian"
    job = from_values(values, name, lambda keys: f"{record.path}: its job")
    check_words(job, lambda key: f"{record.path}: its job: {key}")
    return job


def point_of(space: Space, entry: Entry, record: Record) -> Point:
    """A recorded candidate as a point of its space; raises RecordError if the space no longer
    has it."""
    try:
        return space.point(entry.knobs)
    except UserError as error:
        raise RecordError(f"{record.path}: {entry.key}: {error}") from None


def recorded_by_hand(space: Space, record: Record) -> list[tuple[Point, Entry]]:
    """The recorded candidates with correct results and hand-written tiles."""
    known = record.entries_by_key
    return [
        (point, entry)
        for point in space.hand_written()
        if (entry := known.get(space.request(point).key)) and entry.time_us is not None
    ]


def own_key(space: Space) -> str:
    """The key of the rung's own tile, if it is not a candidate."""
    return f"{dims(space.shape)} {space.rung.path}"


def sources(rung: str, space: Space) -> dict[str, str]:
    """Hashes of the sources that turn a candidate's knobs into a kernel, as in a line of the
    record."""
    return {"source": source_hash(rung, space.file), "lowering": lowering_hash()}


def same_sources(space: Space, entry: Entry) -> bool:
    """Whether the sources of the candidate's kernel are unchanged, so that it need not be
    checked."""
    was = {"source": entry.source, "lowering": entry.lowering}
    return was == sources(space.rung.path, space)


def is_current(space: Space, point: Point, entry: Entry) -> bool:
    """Whether a recorded candidate's point still gives the same schedule and kernel text."""
    return current_schedule(space, point, entry) is not None


def current_schedule(space: Space, point: Point, entry: Entry) -> s_tir.Schedule | None:
    """The schedule of a recorded candidate's point; None if the schedule or its kernel's text has
    changed.

    It is lowered only if the sources of lowering have changed.
    """
    try:
        sch = space.schedule(point)
    except RungError:
        return None
    if schedule_hash(sch.mod, space.rung) != entry.schedule:
        return None
    if entry.lowering != lowering_hash() and not same_kernel(space, sch.mod, entry):
        return None
    return sch


def same_kernel(space: Space, mod: tvm.ir.IRModule, entry: Entry) -> bool:
    rung = space.rung
    try:
        text = emitted(mod, rung.build, space.target)
    except UserError:
        return not entry.kernel
    return text_fingerprint(text) == entry.kernel
