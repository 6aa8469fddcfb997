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

COLD_SAMPLES, HOT_TURNS, HOT_SAMPLES = 15, 5, 5
# The clock follows the power of the last 0.1 s, and the heat of all of them: a turn is warm for
# longer, and before the first one the contestants run in turn for HEAT_S each.
WARM_S, HEAT_S, IDLE_S = 0.2, 0.5, 0.002
STEADY, TRIES, LEAST_HALF = 0.02, 3, 4
SAMPLE_US, MOST_LAUNCHES = 2_000, 200
# Shorter launches are captured: the host needs some microseconds for each, some tens of them for a
# library's call, which is then what lies between the events of a single one.
CAPTURED_US, SINGLES = 90, 5
LONG_US = 50_000
FLUSH_BYTES = 1 << 30
# As often the buffer is written and read, a third of a millisecond each time: after a pause the
# host may need 0.2 ms to queue a library's call.
FLUSHES = 4


@dataclass
class Timed:
    """A contestant: one function for each of the rotating sets of tensors."""

    name: str
    runs: Sequence[Callable[[], None]]
    cold_us: list[float] = field(default_factory=list)
    hot_us: list[float] = field(default_factory=list)
    batch: int = 1
    graph: Any = None
    single: Any = None

    @property
    def times(self) -> dict[str, float]:
        """Medians in microseconds a launch, and how far the halves of the samples are apart."""
        return {
            "cold_us": round(statistics.median(self.cold_us), 3),
            "hot_us": round(statistics.median(self.hot_us), 3),
            "apart": round(self.apart, 4),
        }

    @property
    def apart(self) -> float:
        """The largest relative difference, of both regimes, between the medians of the samples'
        first and second half; 0 for few samples."""
        return max(_halves_apart(samples) for samples in (self.cold_us, self.hot_us))

    def launch(self, times: int) -> None:
        for at in range(times):
            self.runs[at % len(self.runs)]()


def _halves_apart(samples: Sequence[float]) -> float:
    if len(samples) < 2 * LEAST_HALF:
        return 0.0
    half = len(samples) // 2
    first, second = statistics.median(samples[:half]), statistics.median(samples[half:])
    return abs(first / second - 1)


class Harness:
    """Times contestants of one shape in turn, in an order that changes from turn to turn."""

    def __init__(self, torch: Any) -> None:
        self.torch, self.order = torch, random.Random(1)
        self.flush = torch.zeros(FLUSH_BYTES // 4, dtype=torch.float32, device="cuda")
        self.sink = torch.zeros((), dtype=torch.float32, device="cuda")

    def time(self, contestants: Sequence[Timed]) -> None:
        """Fill all samples; again where the halves of one's samples are more than STEADY apart."""
        for one in contestants:
            self._prepare(one)
        long = max(self.between(lambda one=one: one.launch(1)) for one in contestants) > LONG_US
        for one in contestants:
            self._warm(one, HEAT_S)
        for _ in range(TRIES):
            self._samples(contestants, long)
            if max(one.apart for one in contestants) <= STEADY:
                break

    def _samples(self, contestants: Sequence[Timed], long: bool) -> None:
        for one in contestants:
            one.cold_us.clear()
            one.hot_us.clear()
        for _ in range(3 if long else COLD_SAMPLES):
            for one in self.order.sample(list(contestants), len(contestants)):
                one.cold_us.append(self._cold(one))
        for _ in range(1 if long else HOT_TURNS):
            for one in self.order.sample(list(contestants), len(contestants)):
                self._hot(one, 3 if long else HOT_SAMPLES)

    def _prepare(self, one: Timed) -> None:
        """A warm launch, the number of launches in a sample, and its graph."""
        one.launch(2)
        # The shortest of a few: between the events may lie a pause of the host.
        single = min(self.between(lambda: one.launch(1)) for _ in range(SINGLES))
        count = round(SAMPLE_US / max(single, 1.0))
        one.batch = max(1, min(MOST_LAUNCHES, count))
        if one.batch > 1:
            one.batch = -(-one.batch // len(one.runs)) * len(one.runs)
        if single < CAPTURED_US:
            one.graph = self._captured(one, one.batch)
            one.single = self._captured(one, 1)

    def _captured(self, one: Timed, launches: int) -> Any:
        torch = self.torch
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            one.launch(len(one.runs))
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            one.launch(launches)
        return graph

    def _batch(self, one: Timed) -> None:
        if one.graph:
            one.graph.replay()
        else:
            one.launch(one.batch)

    def _hot(self, one: Timed, samples: int) -> None:
        """Samples after WARM_S of the same launches, without a pause."""
        self._warm(one, WARM_S)
        marks = [self.torch.cuda.Event(enable_timing=True) for _ in range(samples + 1)]
        marks[0].record()
        for mark in marks[1:]:
            self._batch(one)
            mark.record()
        marks[-1].synchronize()
        for start, end in itertools.pairwise(marks):
            one.hot_us.append(start.elapsed_time(end) * 1e3 / one.batch)

    def _warm(self, one: Timed, seconds: float) -> None:
        batch_us = self.between(lambda: self._batch(one))
        for _ in range(int(seconds * 1e6 / max(batch_us, 1.0))):
            self._batch(one)

    def _cold(self, one: Timed) -> float:
        self.torch.cuda.synchronize()
        time.sleep(IDLE_S)
        half = len(self.flush) // 2
        for _ in range(FLUSHES):
            self.flush[:half].fill_(1.0)
            self.torch.sum(self.flush[half:], 0, out=self.sink)
        return self.between(one.single.replay if one.single else one.runs[0])

    def between(self, run: Callable[[], None]) -> float:
        """Microseconds on the GPU between an event before and an event after what `run` queues."""
        event = self.torch.cuda.Event
        start, end = event(enable_timing=True), event(enable_timing=True)
        start.record()
        run()
        end.record()
        end.synchronize()
        return start.elapsed_time(end) * 1e3
