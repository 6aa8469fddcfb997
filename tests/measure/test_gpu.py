"""Timing on a GPU."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from gpusim.errors import UserError
from schedules.analyses.verification.compare import Difference
from schedules.analyses.verification.on_gpu import DeviceResult
from schedules.compile.compiler import Compiler
from schedules.core.catalog import ladder
from schedules.core.kernel import last_kernel
from schedules.core.target import DEFAULT_GPU
from schedules.measure import baselines, ceilings
from schedules.measure import gpu as bench
from schedules.measure.ceilings import Ceilings
from schedules.measure.contest import MOST_SAMPLES, Contestant, cold_regime, take_samples
from schedules.workloads import Gemm, Gemv


def test_a_rung_that_is_wrong_is_not_timed_and_leaves_the_others(monkeypatch):
    workload = ladder("gemm/sgemm_tvm")["naive"].at((128, 128, 128))
    rungs = [ladder("gemm/sgemm_tvm")[name] for name in ("naive", "vthread")]
    kernels = [last_kernel(rung, workload, DEFAULT_GPU) for rung in rungs]
    for kernel in kernels:
        kernel.executable = {"main": print}
    measured = []

    def verify_on_device(found, _):
        for kernel in found:
            path = kernel.rung.path
            message = "first at [0, 1]" if path.endswith("vthread") else ""
            yield DeviceResult(kernel, "random 0", Difference(0.1, 1e-7, message))
            yield DeviceResult(kernel, "integer 0", Difference(0.0, 0.0, message))

    def measure(_, contestants, *__):
        for one in contestants:
            measured.append(one.name)
            one.samples_us.append(1.0)

    for name, value in {
        "verify_on_device": verify_on_device,
        "TensorSets": lambda _: None,
        "baselines": lambda *_: {"cuBLAS": print},
        "measure": measure,
        "measure_cold": lambda _, contestants: [one.samples_us.append(2.0) for one in contestants],
        "facts": lambda *_: None,
        "row": lambda kernel, *_: {"rung": kernel.rung.name},
    }.items():
        monkeypatch.setattr(bench, name, value)
    references = SimpleNamespace(forget=lambda: None)
    rows = bench.bench_shape(kernels, Ceilings(1.0, 1.0, 1.0), references)
    cold = {"time_us": 2.0, "quartiles_us": [2.0, 2.0], "samples": 1}
    library = {"cuBLAS": {"time_us": 2.0, "ratio": 1.0}}
    assert next(rows) == {"rung": "naive", "cold": {**cold, "baselines": library}}
    with pytest.raises(UserError) as caught:
        next(rows)
    told = "gemm/sgemm_tvm:vthread at (128, 128, 128) is wrong: first at [0, 1]"
    assert str(caught.value) == told
    assert measured == ["gemm/sgemm_tvm:naive", "cuBLAS", "cuBLAS (again)"]


@pytest.mark.parametrize("workload", [Gemm(64, 64, 64), Gemv(64, 64)], ids=str)
def test_the_first_baseline_alone(monkeypatch, workload):
    """What ratios are quoted against; nothing of the others is compiled for it."""
    matmul = SimpleNamespace()
    torch = SimpleNamespace(backends=SimpleNamespace(cuda=SimpleNamespace(matmul=matmul)))
    monkeypatch.setattr(baselines, "cuda", lambda: torch)
    asked = []
    for other in ("_dlight", "_triton"):
        monkeypatch.setattr(baselines, other, lambda *_, other=other: asked.append(other) or print)
    everything = baselines.baselines(workload, Compiler(DEFAULT_GPU))
    assert list(everything)[-2:] == ["dlight", "Triton"] and asked == ["_dlight", "_triton"]
    alone = baselines.baselines(workload, Compiler(DEFAULT_GPU), first_only=True)
    assert list(alone) == list(everything)[:1] and len(asked) == 2


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
    monkeypatch.setattr(bench, "clock_mhz", lambda: did.append("clock") or 1980)
    monkeypatch.setattr(bench.time, "sleep", lambda seconds: did.append("pause"))
    monkeypatch.setattr(bench, "CONTESTANT_US", 12)
    replay = SimpleNamespace(replay=lambda: did.append("replay"))
    monkeypatch.setattr(bench, "captured", lambda one, _: did.append(one.launches) or replay)
    sets = SimpleNamespace(launch=lambda run, times: did.append(f"{run} {times}"))
    contestant = Contestant("one", "kernel")
    bench.measure_cold(sets, [contestant])
    before = ["idle", "pause", *[f"read {4 << 20} B"] * 16, "event"]
    # Three samples are past the budget of 12 us.
    first = ["event", "kernel 1", "event", "wait"]
    assert did == [*first, 1, *[*before, "replay", "event", "clock", "wait"] * 3]
    assert contestant.samples_us == [5.0] * 3 and contestant.clocks_mhz == [1980] * 3
    assert cold_regime(contestant, [])["clock_mhz"] == 1980
    did.clear()
    took_ms[0] = 20.0  # too long for the host's work to matter: no graph
    bench.measure_cold(sets, [Contestant("one", "kernel")])
    assert did == [*first, *before, "kernel 1", "event", "clock", "wait"]
