"""A shape's winner on the page: the candidates it was compared with, and its source."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from markupsafe import Markup, escape

from gpusim.errors import UserError
from schedules.api.results import unified
from schedules.core.kernel import Kernel, kernel_of
from schedules.core.ladder import Step, Tile, steps
from schedules.core.target import source_level
from schedules.measure.units import short_digits

from ..engine.recorded import is_current, own_key, point_of, recorded_by_hand
from ..records.lines import Entry
from ..records.record import Record
from ..space.base import knobs_of, schedule_hash, value_text
from ..space.knob_space import Space

NAMES = {"tir": "scheduled TIR", "cuda": "CUDA", "asm": "assembly"}


@dataclass(frozen=True)
class Contestant:
    """A candidate of the confirmation, with its time in the search. Times are in microseconds."""

    role: str
    name: str
    confirmed_us: float | None
    searched_us: float | None
    times_us: Sequence[float]
    kind: str
    knobs: Mapping[str, Any]
    tile: Mapping[str, Any]


class WinnerReport:
    """A shape's winner, what it was compared with, and its source.

    `own` is the search's fastest candidate with a hand-written tile, `searched_by` the compiler of
    the search, and `compiler` that of the confirmation ('' on a CPU). `differences` are knobs, or
    fields of the tile, with the value of each contestant. `texts` are (title, safe HTML, whether it
    is open); if the schedule has changed, they are replaced by a remark.
    """

    def __init__(
        self,
        record: Record,
        final: Mapping[str, Any],
        space: Space | None,
        own: Entry | None,
        searched_by: str,
    ) -> None:
        entry = record.entries_by_key[final["key"]]
        self.name, self.time_us = knobs_of(entry.key), final["time_us"]
        self.gain = final["hand_written_us"] and final["hand_written_us"] / self.time_us
        by_hand = hand_written_key(final, space, own)
        self.contestants = contestants(record, final, space, by_hand)
        self.differences = differences(self.contestants)
        # Earlier versions confirmed with the search's compiler and did not name it.
        self.compiler = final.get("compiler") or searched_by
        self.remarks = [search_and_winner(record, final)]
        self.texts: list[tuple[str, Markup, bool]] = []
        if by_hand and space is not None and by_hand == own_key(space):
            self.remarks.append(
                "The hand-written tile is the rung's default, which is not in the space."
            )
        if space is None:
            self.remarks.append("Its space no longer exists: the source is not shown.")
        else:
            add_texts(self, record, entry, space, by_hand)


def hand_written_key(
    final: Mapping[str, Any], space: Space | None, own: Entry | None
) -> str | None:
    """The candidate key of the hand-written tile that the winner was compared with.

    It is `own_key` if this is the rung's own tile and not a candidate.
    """
    if not final["hand_written_us"]:
        return None
    if "hand_written" in final:
        return final["hand_written"]
    # A line of an earlier version, which compared with the fastest of the search.
    if own:
        return own.key
    return own_key(space) if space is not None else None


def written_by_hand(record: Record, space: Space) -> Entry | None:
    """The fastest candidate with a hand-written tile."""
    entries = [entry for _, entry in recorded_by_hand(space, record)]
    return min(entries, key=lambda entry: entry.time_us, default=None)


def contestants(
    record: Record,
    final: Mapping[str, Any],
    space: Space | None,
    by_hand: str | None,
) -> list[Contestant]:
    """The hand-written tile, the winner and the runner-up, without duplicates."""
    seats = [("winner", final["key"], final["time_us"])]
    if final.get("runner_up"):
        seats.append(("runner-up", final["runner_up"], final["runner_up_us"]))
    if by_hand:
        keys = [key for _, key, _ in seats]
        if by_hand in keys:
            role, key, time = seats[keys.index(by_hand)]
            seats[keys.index(by_hand)] = (f"{role}, hand-written", key, time)
        else:
            seats.insert(0, ("hand-written", by_hand, final["hand_written_us"]))
    timed = []
    for role, key, time in seats:
        name = knobs_of(key)
        if entry := record.entries_by_key.get(key):
            line = record.line(entry)
            searched = (entry.time_us, line["times_us"], entry.kind, entry.knobs)
            tile = line.get("tile") or {}
            timed.append(Contestant(role, name, time, *searched, tile))
        elif space is not None and key == own_key(space):
            tile = tile_by_hand(record, space, key)
            fields = asdict(tile) if tile else {}
            timed.append(Contestant(role, name, time, None, (), "", {}, fields))
    return timed


def tile_by_hand(record: Record, space: Space, key: str) -> Tile | None:
    """The hand-written tile of a key; None if the rung no longer has it."""
    with suppress(UserError):
        if entry := record.entries_by_key.get(key):
            return space.tile(entry.knobs)
        if key == own_key(space):
            return space.rung.tile_for(space.workload, space.target.arch)
    return None


def differences(who: Sequence[Contestant]) -> dict[str, list[str]]:
    """Knobs, then those fields of the tile that are none."""
    names = dict.fromkeys(name for timed in who for name in (*timed.knobs, *timed.tile))
    return {
        name: [value_text({**timed.tile, **timed.knobs}.get(name, "")) for timed in who]
        for name in names
    }


def search_and_winner(record: Record, final: Mapping[str, Any]) -> str:
    """A sentence about the fastest candidate of the search and the confirmed winner."""
    shape = tuple(final["shape"])
    (best,) = record.best(shape) or [None]
    if best is None or best.key == final["key"]:
        return "The winner was the fastest of the search as well."
    name = knobs_of(best.key)
    times = final.get("confirmed_us") or {}
    if best.key == final.get("runner_up"):
        place = "is the runner-up here"
    elif time := times.get(best.key):
        ahead = sum(other < time for other in times.values())
        place = f"took {short_digits(time)} us when timed again, place {ahead + 1} of {len(times)}"
    elif times:
        place = "was not among those that were timed again"
    elif final["date"] < record.last_search["date"]:
        place = "may have been measured after the confirmation: `tune resume` confirms again"
    else:
        place = "was slower when timed again"
    return f"The fastest of the search, {name}, {place}."


def add_texts(
    winner: WinnerReport, record: Record, entry: Entry, space: Space, by_hand: str | None
) -> None:
    """Generate the winner's schedule, render it, and compare it with the hand-written one."""
    rung, level = space.rung, source_level(space.rung.target)
    try:
        point = point_of(space, entry, record)
        sch = space.schedule(point)
    except (UserError, RuntimeError, ValueError):
        sch = None
    if sch is None or schedule_hash(sch.mod, rung) != entry.schedule:
        winner.remarks.append(
            "Its schedule has changed since it was measured: the source is not shown."
        )
        return
    if not is_current(space, point, entry):
        winner.remarks.append(
            "Its kernel has changed since it was measured: the source below is today's."
            if entry.kernel
            else "The record has no hash of its kernel: the source below is today's."
        )
    target = space.target
    step = Step(1, "winner", "", sch.mod, ())
    new = texts(kernel_of(rung, step, space.workload, target), level)
    old: dict[str, str] = {}
    tile = by_hand and tile_by_hand(record, space, by_hand)
    if by_hand is None:
        winner.remarks.append("No hand-written tile was confirmed with it.")
    elif by_hand == entry.key:
        winner.remarks.append("The winner is the hand-written tile.")
    elif tile:
        last = steps(rung, space.workload, tile)[-1]
        old = texts(kernel_of(rung, last, space.workload, target), level)
    else:
        winner.remarks.append("The hand-written tile no longer exists.")
    # What tells most comes first: a CPU's assembly is far from the schedule, CUDA is near.
    order = ("tir", level) if rung.target == "llvm" else (level, "tir")
    for which in order:
        if which in old and which in new:
            title = f"From the hand-written tile to the winner: {NAMES[which]}"
            diff = unified("hand-written", old[which], "the winner", new[which])
            winner.texts.append((title, coloured(diff), which == order[0]))
    for which in order:
        if which in new:
            shown = (rung.target == "cuda" or not old) and which == order[0]
            winner.texts.append((f"The winner's {NAMES[which]}", escape(new[which]), shown))


def texts(kernel: Kernel, level: str) -> dict[str, str]:
    """A kernel's texts by level, as far as it has them."""
    by_level = {"tir": kernel.tir}
    if kernel.source:
        by_level[level] = without_tables(kernel.source) if level == "asm" else kernel.source
    return by_level


_CONSTANTS = re.compile(
    r"^(?:\.LCPI\w*:|\s+\.(?:byte|short|long|quad|zero|ascii|asciz)\b.*)\n", re.M
)


def without_tables(asm: str) -> str:
    """Assembly without its tables of constants, which tell nothing of a tile."""
    return _CONSTANTS.sub("", asm)


def coloured(diff: str) -> Markup:
    kinds = {"+": "add", "-": "del", "@": "at"}
    lines = []
    for line in diff.splitlines():
        kind = kinds.get(line[:1])
        lines.append(
            Markup('<span class="{}">{}</span>').format(kind, line) if kind else escape(line)
        )
    return Markup("\n").join(lines)
