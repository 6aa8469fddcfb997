"""From a record's confirmed winners to configurations of the rung."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gpusim.errors import UserError
from schedules.core.files import slug, write_json
from schedules.measure.units import short_digits
from schedules.sources.names import is_file

from .engine.recorded import is_current, point_of, recorded_job
from .folders import tiles_folder
from .jobs.job import Job
from .records.lines import check_versions
from .records.record import Record
from .space.base import schedule_hash
from .space.knob_space import Space


def winners(record: Record) -> list[dict[str, Any]]:
    """The last `final` line of each shape whose candidate is still right in the record.

    A later run may have found a winner wrong, and a file that was edited may lack it.
    """
    last = {tuple(line["shape"]): line for line in record.finals}
    right = {entry.key for entry in record.entries if entry.time_us is not None}
    return [line for line in last.values() if line["key"] in right]


@dataclass(frozen=True)
class Applied:
    """Configurations that were written to `file`, of the rung `name`, 'LADDER:RUNG@DEVICE'."""

    name: str
    file: Path
    configurations: tuple[dict[str, Any], ...]

    def lines(self) -> list[str]:
        """Lines for the user."""
        told = [
            f"{self.name} at {','.join(map(str, configuration['shape']))}"
            for configuration in self.configurations
        ]
        return [*told, f"wrote {self.file}: `schedules show {self.name}` shows it"]

    def records(self) -> list[dict[str, Any]]:
        """The same for JSON."""
        return [
            {"reference": self.name, "file": str(self.file)}
            | {name: configuration[name] for name in ("shape", "tile", "time_us")}
            for configuration in self.configurations
        ]


def apply_winners(record: Record) -> Applied:
    """Write the record's winners to the user's tuned tiles, in a checkout to the packaged ones.

    They replace older entries of the record's shapes. If a winner ties with the hand-written tile,
    the hand-written tile is written. Raises UserError if no winner is left, if the record is from
    another TVM, or if a winner's schedule has changed since it was measured.
    """
    job = recorded_job(record)
    if is_file(job.workload):
        raise UserError(
            f"{job.workload} is your own file: write the winner's values into it as defaults"
        )
    finals = winners(record)
    if not finals:
        raise UserError(f"{record.path} has no confirmed winner: confirm one with `tune resume`")
    by_key = record.entries_by_key
    applied, name = [], ""
    for final in finals:
        line = record.line(by_key[final["key"]])
        applied.append(configuration(record, job, final, line))
        name = f"{line['rung']}@{slug(line['device']).removesuffix('.json')}"
    path = merge(record, applied)
    return Applied(name, path, tuple(applied))


def configuration(
    record: Record, job: Job, final: Mapping[str, Any], line: Mapping[str, Any]
) -> dict[str, Any]:
    """The configuration of a winner, from its candidate's line; raises as `apply_winners`."""
    entry = record.entries_by_key[final["key"]]
    check_versions(record.path, line["versions"])
    space = job.space_at(line["shape"], job.rung.lowered_for(line["arch"]))
    point = point_of(space, entry, record)
    if not is_current(space, point, entry):
        raise UserError(
            f"{final['key']}: its schedule has changed since it was measured: tune again"
        )
    tile, schedule, time_us = space.request(point).knobs, line["schedule"], final["time_us"]
    if final.get("tie") and final["hand_written"] != final["key"]:
        tile, schedule = hand_written(space, final["hand_written"])
        time_us = final["hand_written_us"]
        record.notice(
            f"{','.join(map(str, final['shape']))}: the winner ties with the tile written by "
            "hand, which is applied"
        )
    return {
        "rung": line["rung"],
        "shape": line["shape"],
        "dtype": space.workload.dtype,
        "tile": tile,
        "time_us": time_us,
        "hand_written_us": final["hand_written_us"],
        # Earlier versions confirmed with the search's compiler and did not name it.
        "compiler": final.get("compiler") or line.get("compiler", ""),
        "schedule": schedule,
        "tvm": line["versions"]["apache-tvm"],
        "record": record.name,
    }


def hand_written(space: Space, key: str) -> tuple[dict[str, Any], str]:
    """The hand-written tile that a candidate's key names, and its schedule's hash."""
    for point in space.hand_written():
        candidate = space.candidate(point)
        if candidate.key == key:
            return dict(candidate.request.knobs), candidate.schedule
    # The rung's own, which the space lacks.
    tile = space.rung.tile_for(space.workload, space.target.arch)
    sch, _ = space.rung.finished(space.workload, tile)
    return asdict(tile), schedule_hash(sch.mod, space.rung)


def merge(record: Record, applied: list[dict[str, Any]]) -> Path:
    """Merge a record's configurations into its device's file, which is returned.

    They replace those of the same rung and shape, and earlier ones of the record. Prints what was
    replaced and what was removed.
    """
    device = record.line(record.entries[0])["device"]
    path = tiles_folder() / slug(device)
    try:
        known = json.loads(path.read_text(encoding="utf-8"))["configurations"]
    except FileNotFoundError:
        known = []
    except (ValueError, LookupError) as error:
        raise UserError(f"{path} is not a file of tuned tiles: {error}") from None
    shapes = record.shapes()
    old = {
        entry_key(entry): entry
        for entry in known
        if entry.get("record") == record.name and tuple(entry["shape"]) in shapes
    }
    new = {entry_key(entry): entry for entry in applied}
    for rung, _, shape in sorted(old.keys() - new.keys()):
        record.notice(f"{rung} at {','.join(map(str, shape))} is taken out of {path}")
    for entry in known:
        if (other := new.get(entry_key(entry))) and other != entry:
            record.notice(replaced(entry, other))
    merged = {entry_key(entry): entry for entry in known if entry_key(entry) not in old} | new
    if merged or known:
        entries = [merged[key] for key in sorted(merged)]
        write_json(path, {"device": device, "configurations": entries})
    return path


def replaced(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """A notice that a configuration replaces another one of its rung and shape."""
    # One of an earlier version may lack them.
    time = f"{short_digits(old['time_us'])} us" if old.get("time_us") else "an unknown time"
    shape = ",".join(map(str, new["shape"]))
    return (
        f"{new['rung']} at {shape}: {short_digits(new['time_us'])} us of {new['record']} takes the "
        f"place of {time} of {old.get('record') or 'an unknown record'}"
    )


def entry_key(entry: dict[str, Any]) -> tuple:
    return (entry["rung"], entry["dtype"], tuple(entry["shape"]))
