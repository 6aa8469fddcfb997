"""Measuring candidates: what goes wrong is told apart, and costs no other candidate."""

from __future__ import annotations

from collections import deque
from contextlib import closing
from types import SimpleNamespace

import pytest
from tune_measuring import FILE, measured, sgemm

from schedules.core.ladder import ladder
from schedules.core.target import CPU, Target, native_mcpu
from schedules.processes.worker import Worker
from tune.measuring.child import Slot
from tune.measuring.interface import BuildRequest, MeasureOptions, RunQuery
from tune.measuring.pool import Pool
from tune.space.template import find

# The line of a file that raises in place of a reference.
RAISES = 1 + FILE[: FILE.index("raise KeyError")].count("\n")


@pytest.fixture(scope="module")
def outcomes(candidate):
    """Every fault there is, in one run, between candidates that are right."""
    tasks = [
        sgemm("first", block_i=32, rows=4),
        candidate("build_hangs"),
        candidate("build_crashes"),
        candidate("build_fails"),
        candidate("build_eats"),
        candidate("no_reference"),
        candidate("hangs"),
        candidate("crashes"),
        candidate("wrong"),
        candidate("right"),
        sgemm("limit", block_i=64, rows=48),
        sgemm("unknown", nonsense=1),
        sgemm("last", block_i=64, rows=8),
    ]
    send = Worker.send

    def asked(worker, query, seconds):
        """Those that hang alone have little time: a right one may be slow on a busy machine."""
        built = isinstance(query, RunQuery)
        hangs = query.request.key == "hangs" if built else query.key == "build_hangs"
        send(worker, query, 2.0 if hangs else seconds)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Worker, "send", asked)
        return measured(tasks, memory_gb=30.0)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("key", "kind", "said"),
    [
        ("first", "ok", ""),
        ("right", "ok", ""),
        ("last", "ok", ""),
        ("limit", "limit", "not a multiple of the register tile's 48"),
        ("unknown", "compile error", "nonsense"),
        ("build_fails", "compile error", "build_fails"),
        ("build_eats", "compile error", "asked for more memory than its 30 GB"),
        ("build_eats", "compile error", "MemoryError at"),
        ("no_reference", "crash", "no inputs or reference: KeyError: 'B' ("),
        ("no_reference", "crash", f"/no_reference.py:{RAISES})"),
        ("build_hangs", "time-out", "the build took more than 2 s"),
        ("build_crashes", "crash", "the build crashed: SIGSEGV"),
        ("hangs", "time-out", "the run took more than 2 s"),
        ("crashes", "crash", "the run crashed: SIGABRT"),
        ("wrong", "wrong", "256 of 256 elements wrong, first at [0, 0]"),
    ],
)
def test_outcome(outcomes, key, kind, said):
    assert outcomes[key].kind == kind, outcomes[key]
    assert said in outcomes[key].message
    if kind == "time-out":
        assert outcomes[key].stages_s["ended"] >= 2.0


@pytest.mark.exhaustive
def test_a_builder_says_which_schedule_and_kernel_it_made(outcomes):
    assert len(outcomes["first"].made["kernel"]) == 16
    assert outcomes["first"].made.keys() == {"schedule", "kernel"}
    assert outcomes["first"].made != outcomes["last"].made
    space = find("sgemm_cpu").at(
        ladder("gemm/sgemm_cpu")["parallel"], (64, 64, 64), Target(CPU, native_mcpu())
    )
    point = space.points[0]
    candidate = space.candidate(point)
    (found,) = measured([space.proposed(point).request]).values()
    assert found.made["schedule"] == candidate.schedule


@pytest.mark.parametrize(("built", "dealt"), [(0, 3), (3, 2), (5, 0), (9, 0)])
def test_no_more_is_built_than_its_runners_will_soon_take(built, dealt, monkeypatch):
    """Of three builders and a runner, for which two candidates may wait."""
    monkeypatch.setattr(Slot, "start", lambda slot: SimpleNamespace(send=lambda *_: None))
    tasks = [BuildRequest(str(at), "some:rung", (8,), "any") for at in range(9)]
    with closing(Pool(MeasureOptions(kind="cuda", devices=[0], builders=3))) as pool:
        assert pool._deal_builds(iter(tasks), deque(tasks[:built]))
        busy = [slot.candidate.request.key for slot in pool.builders if slot.candidate]
        assert busy == ["0", "1", "2"][:dealt]
        assert pool._deal_builds(iter(tasks), deque(tasks[:built]))
        assert sum(slot.candidate is not None for slot in pool.builders) == dealt
        for slot in pool.builders:
            slot.candidate = None
