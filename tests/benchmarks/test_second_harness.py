"""The second harness: times by played events."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import pytest

from benchmarks.second_harness import Harness, Timed


class PlayedTorch:
    """A clock that launches, fills and sums move on."""

    def __init__(self) -> None:
        self.now_us, self.done = 0.0, []
        self.cuda = SimpleNamespace(Event=lambda enable_timing: PlayedEvent(self), synchronize=int)
        self.float32 = None

    def zeros(self, shape, dtype, device):
        return self if shape == () else PlayedBuffer(self, shape)

    def sum(self, part, axis, out) -> None:
        self.passes("read", 170)

    def passes(self, what: str, us: float) -> None:
        self.done.append(what)
        self.now_us += us


class PlayedBuffer:
    def __init__(self, torch: PlayedTorch, count: int) -> None:
        self.torch, self.count = torch, count

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, part) -> PlayedBuffer:
        return self

    def fill_(self, value: float) -> None:
        self.torch.passes("fill", 150)


class PlayedEvent:
    def __init__(self, torch: PlayedTorch) -> None:
        self.torch = torch

    def record(self) -> None:
        self.at_us = self.torch.now_us

    def synchronize(self) -> None:
        pass

    def elapsed_time(self, end: PlayedEvent) -> float:
        return (end.at_us - self.at_us) / 1e3


def test_times_are_of_the_launches_alone():
    torch = PlayedTorch()

    def run() -> None:
        # The first launch after the buffer was read takes longer, as with a cold L2 cache.
        torch.passes("launch", 120 if torch.done[-1:] == ["read"] else 100)

    one = Timed("one", [run, run])
    Harness(torch).time([one])
    assert one.times == {"cold_us": 120, "hot_us": 100, "apart": 0}
    assert one.batch == 20
    before = [torch.done[at - 2 : at] for at, what in enumerate(torch.done) if what == "launch"]
    assert before.count(["fill", "read"]) == len(one.cold_us)


@pytest.mark.parametrize(("slower_after", "tries"), [(10**9, 1), (12_000, 2)])
def test_a_clock_that_changes_is_measured_again(slower_after, tries):
    """From some launch on, all take longer: the halves of the first samples are apart."""
    torch, launches = PlayedTorch(), itertools.count()

    def run() -> None:
        torch.passes("launch", 100 if next(launches) < slower_after else 130)

    one = Timed("one", [run])
    harness = Harness(torch)
    taken = []
    samples = harness._samples
    harness._samples = lambda *given: taken.append(samples(*given))
    harness.time([one])
    assert (len(taken), one.apart) == (tries, 0)
