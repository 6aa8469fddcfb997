"""The winner of a CPU job beside NumPy: its own tile, on this CPU alone."""

from __future__ import annotations

import pytest
from tune_records import line

from schedules.core.cpus import native_mcpu
from schedules.measure import contest, cpu
from schedules.measure.ceilings import Ceilings
from tune.engine.confirming import Winner
from tune.jobs.job import load
from tune.records.record import Record
from tune.reports import beside_numpy

SHAPE = (64, 64, 64)
KEY = "64x64x64 tile_i=2.8.4 tile_j=2.2.16"
WINNER = Winner(SHAPE, KEY, 10.0, None, None)
KNOBS = {"tile_i": [2, 8, 4], "tile_j": [2, 2, 16]}


@pytest.fixture
def record(tmp_path, monkeypatch):
    """Writes a record of one candidate for a CPU; samples are few and short."""
    monkeypatch.setattr(contest, "MOST_SAMPLES", 3)
    monkeypatch.setattr(cpu, "SAMPLE_S", 1e-3)
    threads = dict.fromkeys((1, cpu.pool_threads()), Ceilings(10.0, 0.1, 0.1))
    monkeypatch.setattr(beside_numpy, "ceilings_by_threads", lambda: threads)

    def written(arch: str):
        kept = Record.open(tmp_path / "r.jsonl")
        kept.append(line(1, key=KEY, arch=arch, knobs=KNOBS, rung="gemm/sgemm_cpu:equal_parts"))
        kept.close()
        return tmp_path / "r.jsonl"

    return written


@pytest.mark.exhaustive
def test_a_winner_is_timed_with_its_own_tile(record):
    job, path = load("sgemm_cpu"), record(native_mcpu())
    kernel = beside_numpy.winner_kernel(job, path, WINNER)
    assert "T.parallel(4)" in kernel.tir, "2 x 2 blocks"
    (said,) = beside_numpy.numpy_lines(job, path, [WINNER])
    assert said.startswith("64,64,64: ")
    assert f" x {cpu.numpy_name(cpu.pool_threads())} (" in said
    assert said.endswith("% of the measured ceiling (arithmetic)")


@pytest.mark.parametrize(("name", "arch"), [("sgemm_cpu", "x86-64"), ("hgemm_h200", native_mcpu())])
def test_another_cpu_or_a_gpu_has_no_line(record, name, arch):
    assert not list(beside_numpy.numpy_lines(load(name), record(arch), [WINNER]))
