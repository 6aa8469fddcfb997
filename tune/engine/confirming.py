"""Winners: the fastest candidates of a record, verified on new inputs and timed again in turns."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from gpusim.errors import UserError
from schedules.measure.units import short_digits

from ..measuring.interface import BuildRequest, Measurer, Outcome
from ..records.lines import Entry, bootstrap, median
from ..space.base import Candidate, dims, knobs_of
from .recorded import own_key, point_of, recorded_by_hand

if TYPE_CHECKING:
    from .tuning import Tuning

# How many of the fastest candidates are timed again, and in how many turns. A few per cent lie
# between the code of two compilers for one candidate, and between one turn and the next: a
# candidate that is slower than the fastest by more than CLOSE has no further turn.
CONTESTANTS = 8
ROUNDS = 3
CLOSE = 0.05
# Turns after the first one take at most this fraction of the time of the search.
SHARE = 0.25
# A kernel that is wrong in one of a hundred runs fails in one of these runs with 99.9 %
# probability.
CHECKED_RUNS = math.ceil(math.log(0.001) / math.log(0.99))


@dataclass(frozen=True)
class Winner:
    """The result of tuning a shape. Times are in microseconds, None if there is none.

    `hand_written_us` is the time of the fastest hand-written tile. `tie` is true if the
    confirmation cannot tell this time from the winner's.
    """

    shape: tuple[int, ...]
    key: str
    time_us: float
    runner_up_us: float | None
    hand_written_us: float | None
    tie: bool = False


class Confirmation:
    """Confirms the winner of a shape, since the fastest single measurement may be an outlier.

    A candidate whose result is wrong on new inputs loses its time in the record, and the next one
    takes its place. The same happens to stale candidates that the search has not skipped already.
    """

    def __init__(self, tuning: Tuning, shape: tuple[int, ...], measurer: Measurer) -> None:
        self.tuning = tuning
        self.record, self.watcher, self.say = tuning.record, tuning.watcher, tuning.watcher.say
        self.shape, self.measurer = shape, measurer
        self.space = tuning.job.space_at(shape, tuning.target)
        self.looked_at: set[str] = set()

    def winner(self, searched: bool) -> Winner | None:
        """The fastest candidate when timed again; None if no candidate was correct."""
        while best := self.record.best(self.shape, CONTESTANTS):
            if not searched and self.look_at(best):
                continue
            contestants = self.walked_again(best)
            if contestants is None:
                continue
            own = {candidate.key: candidate for candidate in self.hand_written()}
            everyone = contestants | own
            self.say(
                f"{dims(self.shape)}: confirming on fresh inputs: {len(everyone)} candidates, at "
                f"rest and under load, up to {ROUNDS} times"
            )
            turns, failed, compiler = self.timed_again(everyone, set(own))
            times = {key: self.middle(taken) for key, taken in turns.items()}
            by_hand = min(own.keys() & times.keys(), key=times.__getitem__, default=None)
            if not failed.keys() & contestants.keys():
                first = min(in_every_turn(turns) & contestants.keys(), key=times.__getitem__)
                failed |= self.checked({key: everyone[key] for key in (first, by_hand) if key})
            for key, outcome in failed.items():
                self.say(f"{key}: {outcome.kind} on fresh inputs: {outcome.message}")
                if key in self.record.entries_by_key:
                    self.tuning.keep(everyone[key], outcome, 0.0)
            if not failed.keys() & contestants.keys():
                by_hand = None if by_hand in failed else by_hand
                return self.written(best[0], turns, times, by_hand, compiler)
        measured = any(entry.shape == self.shape for entry in self.record.entries)
        self.say(f"{dims(self.shape)}: no candidate was {'correct' if measured else 'measured'}")
        return None

    def look_at(self, best: Sequence[Entry]) -> bool:
        """Skip stale candidates among those that may be timed again; False if all have been
        checked.

        Only these are checked, because generating one schedule may take a second.
        """
        asked = [*best, *(entry for _, entry in recorded_by_hand(self.space, self.record))]
        fresh = {entry.key: entry for entry in asked if entry.key not in self.looked_at}
        self.looked_at |= fresh.keys()
        self.tuning.known(self.space, fresh.values(), "a search measures them again")
        return bool(fresh)

    def walked_again(self, best: Sequence[Entry]) -> dict[str, Candidate] | None:
        """Candidates by key; None if some were skipped because their schedule has changed."""
        contestants = {}
        for entry in best:
            try:
                candidate = self.space.candidate(point_of(self.space, entry, self.record))
                if candidate.schedule != entry.schedule:
                    raise UserError(f"{entry.key}: its schedule has changed since it was measured")
                contestants[entry.key] = candidate
            except UserError as error:
                self.say(f"skipped {error}")
                self.record.forget(entry)
        return contestants if len(contestants) == len(best) else None

    def hand_written(self) -> list[Candidate]:
        """The fastest recorded candidate with a hand-written tile, and the rung's own tile.

        The rung's own tile is added if it fits the shape and is not in the space.
        """
        space = self.space
        times = {point: entry.time_us for point, entry in recorded_by_hand(self.space, self.record)}
        candidates = [space.candidate(min(times, key=times.__getitem__))] if times else []
        with suppress(UserError):
            tile = space.rung.tile_for(space.rung.at(space.shape), space.target.arch)
            if not any(space.tile(space.values(point)) == tile for point in space.hand_written()):
                request = BuildRequest(
                    own_key(space), space.rung.path, space.shape, space.target.arch, asdict(tile)
                )
                candidates.append(Candidate(None, {}, request, None, ""))
        return candidates

    def middle(self, times: Sequence[float]) -> float:
        """The median of times on a GPU, the minimum on a CPU: other programs only add time."""
        least = self.tuning.job.rung.target == "llvm"
        return round(min(times) if least else median(times), 4)

    def timed_again(
        self, contestants: Mapping[str, Candidate], own: set[str]
    ) -> tuple[dict[str, list[float]], dict[str, Outcome], str]:
        """The times of all candidates that were correct in every turn, the failures, and the
        compilers.

        A turn is one time on an idle device and one on a device that has been busy for a while,
        since that may decide which of two kernels is faster. The fastest candidates, and the
        fastest of `own`, have further turns if the search took so long that they are a small part.
        """
        times: dict[str, list[float]] = {key: [] for key in contestants}
        failed: dict[str, Outcome] = {}
        compiler, begun, left = "", self.tuning.clock(), set(contestants)
        entries = [entry for entry in self.record.entries if entry.shape == self.shape]
        seconds = SHARE * max((entry.at_s for entry in entries), default=0.0)
        for turn in range(1, ROUNDS + 1):
            asked = {
                f"{key} again {turn}{' under load' if load else ''}": (key, load)
                for load in (False, True)
                for key in contestants
                if key in left
            }
            requests = (
                replace(contestants[key].request, key=name, load=load)
                for name, (key, load) in asked.items()
            )
            for request, outcome in self.measurer.measure(requests):
                key, _ = asked[request.key]
                compiler = outcome.made.get("compiler", compiler)
                if outcome.kind == "ok":
                    times[key].append(round(median(outcome.times_us), 4))
                else:
                    failed[key] = outcome
            left = self.close({key: times[key] for key in left - failed.keys()}, own)
            if len(left) < 2 or self.tuning.clock() - begun > seconds:
                break
        return {key: took for key, took in times.items() if key not in failed}, failed, compiler

    def close(self, times: Mapping[str, Sequence[float]], own: set[str]) -> set[str]:
        """The candidates that are about as fast as the fastest, and the fastest of `own`."""
        middle = {key: self.middle(taken) for key, taken in times.items()}
        limit = (1 + CLOSE) * min(middle.values(), default=0.0)
        fastest = min(own & middle.keys(), key=middle.__getitem__, default=None)
        return {key for key, time_us in middle.items() if time_us <= limit or key == fastest}

    def checked(self, candidates: Mapping[str, Candidate]) -> dict[str, Outcome]:
        """Find candidates with rare faults, by repeating each kernel often enough to reveal
        them."""
        self.watcher.stage(
            f"{dims(self.shape)}: running {' and '.join(map(knobs_of, candidates))} "
            f"{CHECKED_RUNS} times"
        )
        keys = {f"{key} again, checked": key for key in candidates}
        requests = (
            replace(candidates[key].request, key=checked, checked_runs=CHECKED_RUNS)
            for checked, key in keys.items()
        )
        failed = {}
        for request, outcome in self.measurer.measure(requests):
            key = keys[request.key]
            if outcome.kind != "ok":
                failed[key] = outcome
            elif outcome.varies:
                self.say(f"{key}: output bits differ between runs on the same inputs")
        return failed

    def written(
        self,
        best: Entry,
        turns: Mapping[str, Sequence[float]],
        times: Mapping[str, float],
        hand_written: str | None,
        compiler: str,
    ) -> Winner:
        """Write the winner to the record, with a notice if it is not the search's `best`."""
        known = [key for key in times if key in self.record.entries_by_key]
        first = min(in_every_turn(turns) & set(known), key=times.__getitem__)
        others = sorted((key for key in known if key != first), key=times.__getitem__)
        second = others[0] if others else None
        if first != best.key:
            self.say(
                f"{dims(self.shape)}: the winner took {short_digits(times[first])} us; the "
                f"record's fastest, of {short_digits(best.time_us)} us, took "
                f"{short_digits(times[best.key])} us again: {knobs_of(best.key)}"
            )
        intervals = {
            key: ratio_interval(taken, turns[first][: len(taken)])
            for key, taken in turns.items()
            if key != first
        }
        ties = sorted(key for key, (low, high) in intervals.items() if low <= 1 <= high)
        winner = Winner(
            self.shape,
            first,
            times[first],
            times.get(second),
            times.get(hand_written),
            hand_written in ties,
        )
        self.record.append(
            {
                "type": "final",
                **asdict(winner),
                "runner_up": second,
                "hand_written": hand_written,
                "confirmed_us": times,
                "turns_us": turns,
                "ratio_intervals": intervals,
                "ties": ties,
                "inputs_seed": self.tuning.job.confirming().seeds.inputs,
                "compiler": compiler,
                "rounds": len(turns[first]) // 2,
                "checked_runs": CHECKED_RUNS,
                "date": datetime.now(UTC).isoformat(timespec="seconds"),
            }
        )
        return winner


def in_every_turn(turns: Mapping[str, Sequence[float]]) -> set[str]:
    """The candidates with the most turns; the others were too slow for further ones."""
    most = max(map(len, turns.values()), default=0)
    return {key for key, taken in turns.items() if len(taken) == most}


def ratio_interval(times: Sequence[float], winners: Sequence[float]) -> tuple[float, float]:
    """The ratio of a candidate's time to the winner's: 95 % interval, by bootstrap over the turns.

    Both ran in each turn, idle and under load, so the ratios of these pairs are resampled.
    """
    ratios = [math.log(time / other) for time, other in zip(times, winners, strict=True)]
    return tuple(round(math.exp(end), 4) for end in bootstrap(ratios, statistics.fmean))
