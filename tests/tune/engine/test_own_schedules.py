"""Three schedules of a user's file, tuned with no settings: better than its numbers, or it says so.

A runner is played, with a fixed cost of the numbers, the CPU is named, and no minutes end the run:
nothing depends on the machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import pytest
from tune_fakes import FakeMeasurer, made

from schedules.core import cpus
from tune.commands.session import verdict
from tune.engine.tuning import start
from tune.jobs.job import load
from tune.measuring.interface import BuildRequest, Outcome, Watcher
from tune.records.record import Record

FILE = """
from tvm import te

target = "llvm"


def workload(n=64):
    a, b = (te.placeholder((n, n), name=name) for name in "AB")
    k = te.reduce_axis((0, n), name="k")
    return [a, b, te.compute((n, n), lambda i, j: te.sum({expression}, k), name="C")]


def space(cfg):
    cfg.define_knob("rows", [1, 2, 4, 8, 16])
    cfg.define_knob("columns", [4, 8, 16, 32])
    cfg.define_knob("depth", [1, 4, 16])


def schedule(sch, rows={rows}, columns={columns}, depth=4):
    i, j, k = sch.get_loops("C")
    outer_i, inner_i = sch.split(i, [None, rows])
    outer_j, inner_j = sch.split(j, [None, columns])
    outer_k, inner_k = sch.split(k, [None, depth])
    sch.reorder(outer_i, outer_j, outer_k, inner_k, inner_i, inner_j)
    yield "tile"
    sch.vectorize(inner_j)
    yield "vectorize"
"""
# What is summed, the numbers in the file, and those that are best for the played runner.
SCHEDULES = {
    "product": ("a[i, k] * b[k, j]", (1, 4), (8, 16)),
    "transposed": ("a[i, k] * b[j, k]", (16, 32), (2, 8)),
    "at its best": ("a[k, i] + b[k, j]", (4, 32), (4, 32)),
}


# The share of the trials within which the best must be found, by CPU: the data-movement cost counts
# its vector registers. With AVX2, 8 x 16 accumulators fill all of them, so the cost expects the
# best tile of "product" to be slow, and the measurements have to overrule it.
FOUND_WITHIN = {"x86-64-v4": 0.5, "x86-64-v3": 0.6}


class Played(FakeMeasurer):
    """Each number that is off by a factor of two costs a tenth."""

    def __init__(self, best: tuple[int, int]) -> None:
        super().__init__()
        self.best = best

    def time_us(self, knobs: dict[str, int]) -> float:
        ideal = {"rows": self.best[0], "columns": self.best[1], "depth": 4}
        return 100.0 * 1.1 ** sum(
            abs(math.log2(knobs[name] / best)) for name, best in ideal.items()
        )

    def measure(self, requests: Iterable[BuildRequest]):
        for request in requests:
            self.log.append(request.key)
            yield request, Outcome("ok", (self.time_us(request.knobs),), made=made(request))


@pytest.mark.parametrize(
    ("name", "mcpu"), [*((name, "x86-64-v4") for name in SCHEDULES), ("product", "x86-64-v3")]
)
def test_a_schedule_with_no_settings_beats_its_numbers_or_says_that_they_are_good(
    name, mcpu, tmp_path, monkeypatch
):
    monkeypatch.setattr(cpus, "native_mcpu", lambda: mcpu)
    expression, (rows, columns), best = SCHEDULES[name]
    file = tmp_path / "mine.py"
    file.write_text(
        FILE.replace("{expression}", expression)
        .replace("{rows}", str(rows))
        .replace("{columns}", str(columns))
    )
    job = load(f"{file}:schedule")
    assert job.lowered_for.arch == mcpu
    assert job.strategy == "bayesian" and job.budget.minutes + 1 <= 3
    # However slow the machine is, the trials end the run.
    budget = job.budget.model_copy(update={"minutes": 600})
    job = job.model_copy(update={"budget": budget})
    played = Played(best)
    (winner,) = start(job, tmp_path / "r.jsonl", Watcher(), resume=False, opened=lambda one: played)
    assert winner.time_us <= 100.0 * 1.02
    own = played.time_us({"rows": rows, "columns": columns, "depth": 4})
    assert winner.hand_written_us == pytest.approx(own)
    if best == (rows, columns):
        assert verdict(winner) == "64: the hand-written numbers are within 2 % of the best found"
    else:
        gain = own / winner.time_us
        assert gain > 1.3
        assert verdict(winner) == f"64: {gain:.2f} times as fast as the hand-written numbers"
    # It is found early, and not by measuring nearly all.
    record = Record.read(tmp_path / "r.jsonl")
    good = [at for at, one in enumerate(record.entries, 1) if one.time_us <= 100.0 * 1.02]
    assert good[0] <= FOUND_WITHIN[mcpu] * len(record.entries)
