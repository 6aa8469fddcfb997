"""Winners: the fastest of a record, verified on fresh inputs and timed beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from schedules.errors import UserError
from schedules.results.units import short_digits

from ..measuring.interface import BuildRequest, Measurer, Outcome
from ..records.lines import Entry, median
from ..space.base import Candidate, by, knobs_of
from .recorded import own_key, point_of, recorded_by_hand

if TYPE_CHECKING:
    from .tuning import Tuning

# How many of the fastest are timed again, and how often they take turns. A few per cent lie between
# two compilers' code for one candidate, and between one turn and the next.
CONTESTANTS = 8
ROUNDS = 3


@dataclass(frozen=True)
class Winner:
    """What a shape's tuning ended with. Times in microseconds, None where there is none.

    `hand_written_us` is the time of the fastest tile that was written by hand.
    """

    shape: tuple[int, ...]
    key: str
    time_us: float
    runner_up_us: float | None
    hand_written_us: float | None


class Confirmation:
    """The confirming of a shape's winner. One lucky measurement makes none.

    What is wrong on fresh inputs loses its time in the record, and the next takes its place; so
    does what is stale, which a search has left out already.
    """

    def __init__(self, tuning: Tuning, shape: tuple[int, ...], measurer: Measurer) -> None:
        self.tuning = tuning
        self.record, self.say = tuning.record, tuning.watcher.say
        self.shape, self.measurer = shape, measurer
        self.space = tuning.job.space_at(shape, tuning.target)
        self.looked_at: set[str] = set()

    def winner(self, searched: bool) -> Winner | None:
        """The fastest when timed again; None where no candidate was right."""
        while best := self.record.best(self.shape, CONTESTANTS):
            if not searched and self.look_at(best):
                continue
            contestants = self.walked_again(best)
            if contestants is None:
                continue
            own = {candidate.key: candidate for candidate in self.hand_written()}
            everyone = contestants | own
            self.say(
                f"{by(self.shape)}: confirming on fresh inputs: {len(everyone)} candidates, each "
                f"{ROUNDS} times"
            )
            times, failed, compiler = self.timed_again(everyone)
            for key, outcome in failed.items():
                self.say(f"{key}: {outcome.kind} on fresh inputs: {outcome.message}")
                if key in self.record.entries_by_key:
                    self.tuning.keep(everyone[key], outcome, 0.0)
            if not failed.keys() & contestants.keys():
                hand_written = min(own.keys() & times.keys(), key=times.__getitem__, default=None)
                return self.written(best[0], times, hand_written, compiler)
        measured = any(entry.shape == self.shape for entry in self.record.entries)
        self.say(f"{by(self.shape)}: no candidate was {'right' if measured else 'measured'}")
        return None

    def look_at(self, best: Sequence[Entry]) -> bool:
        """Leave out what is stale of those that may be timed; False where all were looked at.

        They are looked at alone, since to walk one schedule may take a second.
        """
        asked = [*best, *(entry for _, entry in recorded_by_hand(self.space, self.record))]
        fresh = {entry.key: entry for entry in asked if entry.key not in self.looked_at}
        self.looked_at |= fresh.keys()
        self.tuning.known(self.space, fresh.values(), "until a search measures them anew")
        return bool(fresh)

    def walked_again(self, best: Sequence[Entry]) -> dict[str, Candidate] | None:
        """Candidates by key; None where some were left out that are others now."""
        contestants = {}
        for entry in best:
            try:
                candidate = self.space.candidate(point_of(self.space, entry, self.record))
                if candidate.schedule != entry.schedule:
                    raise UserError(f"{entry.key}: its schedule has changed since it was measured")
                contestants[entry.key] = candidate
            except UserError as error:
                self.say(f"{error}; it is left out")
                self.record.forget(entry)
        return contestants if len(contestants) == len(best) else None

    def hand_written(self) -> list[Candidate]:
        """The fastest recorded candidate whose tile was written by hand.

        And the rung's own tile, where it fits the shape and the space lacks it.
        """
        space = self.space
        times = {point: entry.time_us for point, entry in recorded_by_hand(self.space, self.record)}
        candidates = [space.candidate(min(times, key=times.__getitem__))] if times else []
        with suppress(UserError):
            tile = space.rung.tile_for(space.rung.at(space.shape))
            if not any(space.tile(space.values(point)) == tile for point in space.hand_written()):
                request = BuildRequest(
                    own_key(space), space.rung.path, space.shape, space.target.arch, asdict(tile)
                )
                candidates.append(Candidate(None, {}, request, None, ""))
        return candidates

    def timed_again(
        self, contestants: Mapping[str, Candidate]
    ) -> tuple[dict[str, float], dict[str, Outcome], str]:
        """Times of those that were right in every turn, what failed, and what compiled them.

        Of the turns' times it is the median on a GPU, and the least on a CPU, where other programs
        may only add to a time.
        """
        middle = min if self.tuning.job.rung.target == "llvm" else median
        turns = {f"{key} again {turn}": key for turn in range(1, ROUNDS + 1) for key in contestants}
        requests = (replace(contestants[key].request, key=turn) for turn, key in turns.items())
        times: dict[str, list[float]] = {}
        failed: dict[str, Outcome] = {}
        compiler = ""
        for request, outcome in self.measurer.measure(requests):
            key = turns[request.key]
            compiler = outcome.made.get("compiler", compiler)
            if outcome.kind == "ok":
                times.setdefault(key, []).append(median(outcome.times_us))
            else:
                failed[key] = outcome
        right = {key: round(middle(took), 4) for key, took in times.items() if key not in failed}
        return right, failed, compiler

    def written(
        self, best: Entry, times: Mapping[str, float], hand_written: str | None, compiler: str
    ) -> Winner:
        """Write the winner to the record, and say so where it is not the search's `best`."""
        first, *others = sorted(
            (key for key in times if key in self.record.entries_by_key), key=times.__getitem__
        )
        second = others[0] if others else None
        if first != best.key:
            self.say(
                f"{by(self.shape)}: the winner took {short_digits(times[first])} us; the record's "
                f"fastest, of {short_digits(best.time_us)} us, took "
                f"{short_digits(times[best.key])} us again: {knobs_of(best.key)}"
            )
        winner = Winner(self.shape, first, times[first], times.get(second), times.get(hand_written))
        self.record.append(
            {
                "type": "final",
                **asdict(winner),
                "runner_up": second,
                "hand_written": hand_written,
                "confirmed_us": times,
                "inputs_seed": self.tuning.job.confirming().seeds.inputs,
                "compiler": compiler,
                "rounds": ROUNDS,
                "date": datetime.now(UTC).isoformat(timespec="seconds"),
            }
        )
        return winner
