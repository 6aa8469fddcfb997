"""Timing on a GPU."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from schedules.measure import ceilings
from schedules.measure import gpu as bench
from schedules.measure.contest import MOST_SAMPLES, Contestant, cold_regime, take_samples


def test_a_turn_begins_with_a_contestants_own_launches_and_has_samples_in_a_row():
    """What ran before has set the clock; whoever has spent its time has no more turns."""
    done, ticks = [], []
    quick, slow = (Contestant(name, print) for name in ("quick", "slow"))

    def sample_us(one):
        done.append(one.name)
        return {"quick": 1.0, "slow": 50.0}[one.name]

    take_samples(
        (quick, slow),
        sample_us,
        100.0,
        lambda: ticks.append(len(done)),
        in_a_row=7,
        before=lambda one: done.append(f"warm {one.name}"),
    )
    assert len(quick.samples_us) == MOST_SAMPLES == len(ticks) and len(slow.samples_us) == 3
    turn = ["warm quick", *["quick"] * 7]
    assert done.count("warm slow") == 1
    assert [one for one in done if "slow" not in one] == turn * 3


def test_a_cold_sample_is_one_launch_after_a_pause_and_other_reads(monkeypatch):
    did, took_ms = [], [0.005]
    event = SimpleNamespace(
        record=lambda: did.append("event"),
        synchronize=lambda: did.append("wait"),
        elapsed_time=lambda _: took_ms[0],
    )
    torch = SimpleNamespace(
        cuda=SimpleNamespace(
            synchronize=lambda: did.append("idle"),
            get_device_properties=lambda _: SimpleNamespace(L2_cache_size=1 << 20),
            Event=lambda enable_timing: event,
        ),
        zeros=lambda shape, device: shape,
        sum=lambda other, axis, out: did.append(f"read {4 * other} B"),
    )
    monkeypatch.setattr(bench, "cuda", lambda: torch)
    monkeypatch.setattr(ceilings, "cuda", lambda: torch)
    monkeypatch.setattr(bench.time, "sleep", lambda seconds: did.append("pause"))
    monkeypatch.setattr(bench, "CONTESTANT_US", 12)
    replay = SimpleNamespace(replay=lambda: did.append("replay"))
    monkeypatch.setattr(bench, "captured", lambda one, _: did.append(one.launches) or replay)
    sets = SimpleNamespace(launch=lambda run, times: did.append(f"{run} {times}"))
    contestant = Contestant("one", "kernel")
    bench.measure_cold(sets, [contestant])
    before = ["idle", "pause", *[f"read {4 << 20} B"] * 16, "event"]
    # Three samples are past the budget of 12 us.
    first = ["kernel 1", "event", "kernel 1", "event", "wait"]
    assert did == [*first, 1, *[*before, "replay", "event", "wait"] * 3]
    assert contestant.samples_us == [5.0] * 3
    assert cold_regime(contestant, [])["time_us"] == 5.0
    did.clear()
    took_ms[0] = 20.0  # too long for the host's work to matter: no graph
    bench.measure_cold(sets, [Contestant("one", "kernel")])
    assert did == [*first, *before, "kernel 1", "event", "wait"]


class PlayedGpu:
    """A stream and its host: a launch takes the host `host_us` and the GPU `gpu_us`."""

    def __init__(self, monkeypatch, host_us: float, gpu_us: float) -> None:
        self.host, self.gpu = 0.0, 0.0
        self.host_us, self.gpu_us = host_us, gpu_us
        self.sets = [None]
        cuda = SimpleNamespace(Event=lambda enable_timing: PlayedEvent(self), synchronize=self.wait)
        for module in (bench, ceilings):
            monkeypatch.setattr(module, "cuda", lambda: SimpleNamespace(cuda=cuda))

    def launch(self, run, times: int) -> None:
        self.host += self.host_us * times
        self.gpu = max(self.gpu, self.host) + self.gpu_us * times

    def wait(self) -> None:
        self.host = max(self.host, self.gpu)


class PlayedEvent:
    def __init__(self, of: PlayedGpu) -> None:
        self.of = of

    def record(self) -> None:
        self.at = self.of.gpu = max(self.of.gpu, self.of.host)

    def synchronize(self) -> None:
        self.of.wait()

    def elapsed_time(self, end) -> float:
        return (end.at - self.at) / 1e3


@pytest.mark.parametrize(("hidden_us", "expected"), [(bench.HIDDEN_US, 2650), (0, 2800)])
def test_the_hosts_time_for_a_call_is_not_part_of_a_sustained_time(
    monkeypatch, hidden_us, expected
):
    """A library call of 2,650 us, for which the host needs 150; without the hiding it counts."""
    monkeypatch.setattr(bench, "HIDDEN_US", hidden_us)
    gpu, contestant = PlayedGpu(monkeypatch, 150, 2650), Contestant("cuBLAS", None)
    bench.measure(gpu, [contestant])
    assert contestant.graph is None
    assert contestant.time_us == pytest.approx(expected)


def test_a_sample_of_short_launches_lasts_2_ms_and_rotates_all_sets(monkeypatch):
    gpu, contestant = PlayedGpu(monkeypatch, 0, 12), Contestant("gemv", None)
    gpu.sets = [None] * 4
    monkeypatch.setattr(bench, "captured", lambda one, _: SimpleNamespace(replay=lambda: None))
    bench.measure(gpu, [contestant])
    assert contestant.launches * 12 >= bench.SAMPLE_US and contestant.launches % 4 == 0


@pytest.mark.parametrize("timed", [bench.measure, bench.measure_cold])
def test_no_graph_is_captured_before_every_contestant_has_run(monkeypatch, timed):
    """TVM frees a workspace when a later kernel needs a larger one."""
    gpu, ran = PlayedGpu(monkeypatch, 0, 12), []
    launch = gpu.launch
    gpu.launch = lambda run, times: ran.append(run) or launch(run, times)
    torch = bench.cuda()
    torch.cuda.get_device_properties = lambda _: SimpleNamespace(L2_cache_size=4)
    torch.zeros, torch.sum = (lambda *_, **__: None,) * 2
    monkeypatch.setattr(bench, "cuda", lambda: torch)
    captured = SimpleNamespace(replay=lambda: None)
    before = []
    monkeypatch.setattr(bench, "captured", lambda *_: before.append(set(ran)) or captured)
    timed(gpu, [Contestant("small", "small"), Contestant("large", "large")])
    assert before == [{"small", "large"}] * 2
