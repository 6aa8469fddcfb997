"""Timing by CUDA events: single launches with a cold L2 cache, and many launches in a row.

Cold: the GPU idles, then writes and reads a buffer many times as large as L2, which also gives the
host time to queue the launch; then one launch runs between two events. Hot: the contestant runs for
WARM_S, then as many launches as take SAMPLE_US run between two events. Launches shorter than
CAPTURED_US are captured in CUDA graphs in both regimes, because a stream that the host fills has
longer pauses between kernels.
"""

from __future__ import annotations

import itertools
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from schedules.measure.sm_clock import SmClock

COLD_SAMPLES, HOT_TURNS, HOT_SAMPLES = 15, 5, 5
# The clock depends on the power of the last 0.1 s and on the temperature: each turn has a longer
# warm-up, and before the first turn every contestant runs for HEAT_S.
WARM_S, HEAT_S, IDLE_S = 0.2, 0.5, 0.002
STEADY, TRIES, LEAST_HALF = 0.02, 3, 4
SAMPLE_US, MOST_LAUNCHES = 2_000, 200
# Shorter launches are captured: the host needs microseconds per launch and tens of microseconds per
# library call, which would dominate the time between two events.
CAPTURED_US, SINGLES = 90, 5
LONG_US = 50_000
FLUSH_BYTES = 1 << 30
# The buffer is written and read this many times, 0.33 ms each: after idling, the host may need
# 0.2 ms to queue a library call.
FLUSHES = 4


@dataclass
class Timed:
    """A contestant: one function for each of the rotating sets of tensors."""

    name: str
    runs: Sequence[Callable[[], None]]
    cold_us: list[float] = field(default_factory=list)
    hot_us: list[float] = field(default_factory=list)
    hot_mhz: list[float] = field(default_factory=list)
    batch: int = 1
    graph: Any = None
    single: Any = None

    @property
    def times(self) -> dict[str, float]:
        """Medians in microseconds a launch, how far the halves of the samples are apart, and the
        SM clock of the hot samples if it was measured."""
        clock = {"hot_mhz": round(statistics.median(self.hot_mhz), 1)} if self.hot_mhz else {}
        return {
            "cold_us": round(statistics.median(self.cold_us), 3),
            "hot_us": round(statistics.median(self.hot_us), 3),
            "apart": round(self.apart, 4),
            **clock,
        }

    @property
    def apart(self) -> float:
        """The largest relative difference, of both regimes, between the medians of the samples'
        first and second half; 0 for few samples."""
        return max(_halves_apart(samples) for samples in (self.cold_us, self.hot_us))

    def launch(self, times: int) -> None:
        for n in range(times):
            self.runs[n % len(self.runs)]()


def _halves_apart(samples: Sequence[float]) -> float:
    if len(samples) < 2 * LEAST_HALF:
        return 0.0
    half = len(samples) // 2
    first, second = statistics.median(samples[:half]), statistics.median(samples[half:])
    return abs(first / second - 1)


class Harness:
    """Times contestants of one shape in turn, in an order that changes from turn to turn."""

    def __init__(self, torch: Any, clock: SmClock | None = None) -> None:
        self.torch, self.clock, self.order = torch, clock, random.Random(1)
        self.flush = torch.zeros(FLUSH_BYTES // 4, dtype=torch.float32, device="cuda")
        self.sink = torch.zeros((), dtype=torch.float32, device="cuda")

    def time(self, contestants: Sequence[Timed]) -> None:
        """Take all samples, again if a contestant's halves are more than STEADY apart."""
        for contestant in contestants:
            self._prepare(contestant)
        long = (
            max(
                self.between(lambda contestant=contestant: contestant.launch(1))
                for contestant in contestants
            )
            > LONG_US
        )
        for contestant in contestants:
            self._warm(contestant, HEAT_S)
        for _ in range(TRIES):
            self._samples(contestants, long)
            if max(contestant.apart for contestant in contestants) <= STEADY:
                break

    def _samples(self, contestants: Sequence[Timed], long: bool) -> None:
        for contestant in contestants:
            contestant.cold_us.clear()
            contestant.hot_us.clear()
            contestant.hot_mhz.clear()
        for _ in range(3 if long else COLD_SAMPLES):
            for contestant in self.order.sample(list(contestants), len(contestants)):
                contestant.cold_us.append(self._cold(contestant))
        for _ in range(1 if long else HOT_TURNS):
            for contestant in self.order.sample(list(contestants), len(contestants)):
                self._hot(contestant, 3 if long else HOT_SAMPLES)

    def _prepare(self, contestant: Timed) -> None:
        """A warm launch, the number of launches in a sample, and its graph."""
        contestant.launch(2)
        # The shortest of a few: the host may pause between the events.
        single = min(self.between(lambda: contestant.launch(1)) for _ in range(SINGLES))
        count = round(SAMPLE_US / max(single, 1.0))
        contestant.batch = max(1, min(MOST_LAUNCHES, count))
        if contestant.batch > 1:
            contestant.batch = -(-contestant.batch // len(contestant.runs)) * len(contestant.runs)
        if single < CAPTURED_US:
            contestant.graph = self._captured(contestant, contestant.batch)
            contestant.single = self._captured(contestant, 1)

    def _captured(self, contestant: Timed, launches: int) -> Any:
        torch = self.torch
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            contestant.launch(len(contestant.runs))
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            contestant.launch(launches)
        return graph

    def _batch(self, contestant: Timed) -> None:
        if contestant.graph:
            contestant.graph.replay()
        else:
            contestant.launch(contestant.batch)

    def _hot(self, contestant: Timed, samples: int) -> None:
        """Samples after WARM_S of the same launches, without a pause."""
        self._warm(contestant, WARM_S)
        marks = [self.torch.cuda.Event(enable_timing=True) for _ in range(samples + 1)]
        if self.clock:
            self.clock.mark(0)
        marks[0].record()
        for mark in marks[1:]:
            self._batch(contestant)
            mark.record()
        if self.clock:
            self.clock.mark(1)
            contestant.hot_mhz.append(self.clock.mhz())
        marks[-1].synchronize()
        for start, end in itertools.pairwise(marks):
            contestant.hot_us.append(start.elapsed_time(end) * 1e3 / contestant.batch)

    def _warm(self, contestant: Timed, seconds: float) -> None:
        batch_us = self.between(lambda: self._batch(contestant))
        for _ in range(int(seconds * 1e6 / max(batch_us, 1.0))):
            self._batch(contestant)

    def _cold(self, contestant: Timed) -> float:
        self.torch.cuda.synchronize()
        time.sleep(IDLE_S)
        half = len(self.flush) // 2
        for _ in range(FLUSHES):
            self.flush[:half].fill_(1.0)
            self.torch.sum(self.flush[half:], 0, out=self.sink)
        return self.between(contestant.single.replay if contestant.single else contestant.runs[0])

    def between(self, run: Callable[[], None]) -> float:
        """Microseconds on the GPU between an event before and an event after what `run` queues."""
        event = self.torch.cuda.Event
        start, end = event(enable_timing=True), event(enable_timing=True)
        start.record()
        run()
        end.record()
        end.synchronize()
        return start.elapsed_time(end) * 1e3
