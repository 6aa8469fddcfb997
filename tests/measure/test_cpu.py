"""`bench` on a CPU runs on any machine: its record has the shape that publishing wants."""

from __future__ import annotations

import json
import statistics

import numpy as np
import pytest
from click.testing import CliRunner
from conftest import items

from gpusim.errors import UserError
from schedules.commands import cli as program
from schedules.core.kernel import last_kernel
from schedules.core.ladder import ladder, steps
from schedules.core.target import THIS_CPU
from schedules.lowering.lower import build_module
from schedules.measure import contest
from schedules.measure import cpu as cpu_bench
from schedules.measure.ceilings import Ceilings, fma_chains, measure_cpu_ceilings
from schedules.measure.contest import Contestant
from schedules.measure.cpu import numpy_worker
from schedules.workloads import Gemm

LADDER = ladder("gemm/sgemm_cpu")


def shortened(monkeypatch) -> dict[int, Ceilings]:
    """A few short samples: what is tested is the path, not the speed."""
    monkeypatch.setattr(contest, "MOST_SAMPLES", 4)
    monkeypatch.setattr(cpu_bench, "SAMPLE_S", 1e-3)
    threads = dict.fromkeys((1, cpu_bench.pool_threads()))
    found = {count: measure_cpu_ceilings(count, 1000, 1 << 16) for count in threads}
    monkeypatch.setattr(cpu_bench, "ceilings_by_threads", lambda: found)
    return found


@pytest.fixture
def quick(monkeypatch):
    return shortened(monkeypatch)


@pytest.fixture(scope="module")
def benched(tmp_path_factory):
    """The ladder timed once: its record, what the command printed, and the ceilings."""
    file = tmp_path_factory.mktemp("benched") / "cpu.json"
    with pytest.MonkeyPatch.context() as monkeypatch:
        ceilings = shortened(monkeypatch)
        arguments = ["bench", "gemm/sgemm_cpu", "--sizes", "32,48", "--record", str(file)]
        done = CliRunner().invoke(program, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return file, done.output, ceilings


@pytest.mark.exhaustive
def test_bench_records_every_rung_of_the_cpu_ladder(benched):
    file, out, ceilings = benched
    record = json.loads(file.read_text())
    assert record["kind"] == "cpu"
    assert {"device", "cores", "mcpu", "versions", "commit", "date", "ceilings"} <= set(record)
    assert len(record["ceilings"]) == len(ceilings)
    rungs = {(row["rung"], row["shape"][0]) for row in record["rows"]}
    assert rungs == {(rung, size) for rung in LADDER.rungs for size in (32, 48)}
    for row in record["rows"]:
        assert f"gemm/sgemm_cpu:{row['rung']}" in out
        check_row(row, ceilings)


def check_row(row: dict, ceilings: dict[int, Ceilings]) -> None:
    """The arithmetic of a CPU's row."""
    seconds = row["time_us"] / 1e6
    m, n, k = row["shape"]
    assert row["tflops"] == pytest.approx(2 * m * n * k / seconds / 1e12, rel=1e-2)
    used = ceilings[row["threads"]]
    share = max(row["tflops"] / used.fma_tflops, row["gbps"] / used.memory_gbps)
    assert row["percent_of_ceiling"] == pytest.approx(100 * share, rel=1e-2, abs=0.01)
    assert 0 < row["relative_error"] < 1e-5
    assert row["samples"] >= contest.LEAST_SAMPLES
    assert row["quartiles_us"][0] <= row["time_us"] <= row["quartiles_us"][1]
    first, *_ = row["baselines"]
    assert first == cpu_bench.numpy_name(row["threads"])
    for baseline in row["baselines"].values():
        expected = baseline["time_us"] / row["time_us"]
        assert baseline["ratio"] == pytest.approx(expected, rel=1e-2, abs=1e-4)


@pytest.mark.exhaustive
def test_a_second_run_replaces_its_own_rows(cli, quick, tmp_path):
    file = tmp_path / "cpu.json"
    arguments = ("bench", "gemm/sgemm_cpu:packed", "--record", file, "--json")
    for sizes in ("32", "32,48"):
        code, out, err = cli(*arguments, "--sizes", sizes)
        assert code == 0, err
    assert [row["rung"] for row in items(out, "measurements")] == ["packed", "packed"]
    shapes = [row["shape"][0] for row in json.loads(file.read_text())["rows"]]
    assert shapes == [32, 48]


def test_a_wrong_rung_has_no_time(monkeypatch):
    rung = LADDER["serial"]
    workload = rung.at((16, 16, 16))
    other = Gemm(16, 16, 16, a_layout="km")
    kernel = last_kernel(rung, workload, THIS_CPU)
    kernel.executable = build_module(steps(rung, other)[-1].mod)
    with pytest.raises(UserError, match="gemm/sgemm_cpu:serial at .* is wrong: .* elements wrong"):
        cpu_bench.error_of(kernel)


def test_contestants_take_turns():
    seen: list[str] = []

    def contestant(name: str) -> Contestant:
        return Contestant(name, lambda runs: seen.append(name) or 0.02 * runs)

    first, second = contestant("first"), contestant("second")
    cpu_bench.measure([first, second])
    rounds = seen[4:]
    assert all(set(rounds[at : at + 2]) == {"first", "second"} for at in range(0, len(rounds), 2))
    assert len(first.samples_us) == len(second.samples_us) == contest.MOST_SAMPLES
    assert statistics.median(first.samples_us) == pytest.approx(20_000)


def test_threads_of_a_rung():
    def threads(name: str) -> int:
        rung = LADDER[name]
        return cpu_bench.threads_of(steps(rung, rung.at((64, 64, 64)))[-1].mod)

    assert threads("packed") == 1
    assert threads("parallel") == cpu_bench.pool_threads()


def test_numpy_runs_in_a_process():
    worker = numpy_worker((16, 16, 16), 1)
    assert worker.do(3) > 0
    worker.end()


def test_chains_of_multiply_adds_are_what_is_timed():
    import tvm

    width, times = 8, 5
    run = build_module(fma_chains(1, times, width))["main"]
    x = np.arange(10 * width, dtype="float32").reshape(10, width)
    y = tvm.runtime.empty((1, width), "float32")
    run(tvm.runtime.tensor(x), y)
    expected = x.astype("float64")
    for _ in range(times):
        expected = expected * np.float32(0.999) + 0.5
    assert y.numpy()[0] == pytest.approx(expected.sum(axis=0), rel=1e-5)
