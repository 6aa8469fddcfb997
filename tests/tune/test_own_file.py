"""A schedule in a user's file, tuned."""

from __future__ import annotations

import json
import threading
import tomllib
from importlib.metadata import EntryPoint

import pytest
from conftest import ROOT
from tvm import s_tir, te

import schedules
from gpusim.errors import UserError
from schedules.api import exploration
from schedules.api.exploration import given
from schedules.core.target import Target
from schedules.schemas import form
from schedules.sources.names import resolve
from tune.commands import main
from tune.engine import confirming
from tune.from_python import written
from tune.jobs.job import load
from tune.measuring.build import scheduled
from tune.own_file import OWN
from tune.space.base import schedule_hash

TARGET = Target.parse("x86-64-v3", "llvm")
EXAMPLE = ROOT / "examples/tuned_product.py"


def tune(capsys, *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return ended.value.code, out, err


def test_a_job_of_a_file_has_its_space_and_sizes():
    job = load(f"{EXAMPLE}:schedule")
    assert (job.space, job.shapes, job.name) == (OWN, [[512]], "tuned_product")
    space = job.space_at((64,), job.rung.lowered_for("x86-64-v3"))
    assert space.size == 16 and space.allowed == 13
    assert space.removed[0].name == "accumulators_in_registers"
    (own,) = space.hand_written()
    assert space.values(own) == {"rows": 4, "columns": 16}
    request = space.request(own)
    assert resolve(request.rung, request.shape).rung.tile.rows == 4
    # Decisions are drawn, and what is built is what was drawn.
    wide = space.point({"rows": 2, "columns": 64})
    assert "64" in space.schedule(wide).mod.script()
    assert space.drawn(space.schedule(wide)) == wide


def test_the_guide_shows_the_example():
    assert EXAMPLE.read_text().rstrip() in (ROOT / "docs/tuning.md").read_text()


def entry_points_of(group: str) -> list[EntryPoint]:
    """Those that pyproject.toml has, which are those that are installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return [EntryPoint(*one, group) for one in project["entry-points"][group].items()]


def test_a_rung_of_a_ladder_has_its_jobs(tmp_path, monkeypatch):
    (entry,) = entry_points_of("schedules.tuning")
    monkeypatch.setattr(exploration, "entry_points", lambda group: [entry])
    with pytest.raises(UserError, match="serial is a rung of a ladder: tune it with `tune run`"):
        schedules.explore("gemm/sgemm_cpu:serial").tune(record=tmp_path / "r.jsonl")


def product(n=16):
    a, b = (te.placeholder((n, n), name=name) for name in "AB")
    k = te.reduce_axis((0, n), name="k")
    return [a, b, te.compute((n, n), lambda i, j: te.sum(a[i, k] * b[k, j], k), name="C")]


def rows_of(sch, rows=2):
    i, j, _ = sch.get_loops("C")
    sch.split(i, [None, rows])
    width = sch.sample_categorical([2, 4, 8], [0.2, 0.5, 0.3])
    if sch.get(width) == 8:
        sch.unroll(j)
    else:
        sch.split(j, [None, width])
    yield "tile", "rows stay in registers"


def finished(n=16):
    sch = s_tir.Schedule(te.create_prim_func(product(n)))
    sch.split(sch.get_loops("C")[0], sch.sample_perfect_tile(sch.get_loops("C")[0], 2, 4))
    return sch


# What is explored, with its space: the knobs, and how many candidates there are.
GIVEN = {
    "a dict": (rows_of, {"rows": [1, 2, 4]}, {"rows": 3, "choice": 3}, 9),
    "words": (rows_of, lambda cfg: cfg.define_knob("rows", [2, 4]), {"rows": 2, "choice": 3}, 6),
    "a function": (finished, None, {"tile_i": 3}, 3),
    "a schedule": (finished(), None, {"tile_i": 3}, 3),
}


@pytest.mark.parametrize("kind", GIVEN)
def test_what_lies_in_memory_is_built_elsewhere(kind, tmp_path):
    """In the file that is written is all that a builder needs: every candidate is another."""
    x, space, knobs, count = GIVEN[kind]
    found = given(x, "llvm", computation=product(), name="mine")
    file = written(found, space, tmp_path / "mine.py")
    job = load(f"{file}:mine")
    at = job.space_at(job.shapes[0], job.rung.lowered_for("x86-64-v3"))
    assert {name: len(knob.options) for name, knob in at.knobs.items()} == knobs
    assert at.allowed == count and len(at.hand_written()) == 1
    built = {}
    for point in at.points:
        request = at.request(point)
        mod = scheduled(request)
        assert schedule_hash(mod, at.rung) == at.candidate(point).schedule, request.key
        built[request.key] = str(mod)
    assert len(set(built.values())) == count
    # What it decides by itself is the candidate written by hand.
    own = at.request(at.hand_written()[0]).key
    assert built[own] == str(schedules.explore(f"{file}:mine").kernel.step.mod)
    assert written(found, space, file) == file
    file.write_text("mine = 1")
    with pytest.raises(UserError, match="would be overwritten: give another `record`"):
        written(found, space, file)


SPACES = {
    "the space names no parameter of mine: use some of rows": {},
    "unknown number of mine 'row': did you mean 'rows'": {"row": [1]},
    "rows = 4: give a list of values": {"rows": 4},
    "'rows' has nothing to choose from": {"rows": []},
    "`space`: ZeroDivisionError: division by zero": lambda cfg: 1 / 0,
    "must be a dict or a function, not int": 3,
}


def plain(sch, rows=2):
    sch.split(sch.get_loops("C")[0], [None, rows])
    yield "split"


def test_a_space_that_is_none_is_told_in_a_line(tmp_path, monkeypatch):
    """Each is another in the same file: none is remembered."""
    (entry,) = entry_points_of("schedules.tuning")
    monkeypatch.setattr(exploration, "entry_points", lambda group: [entry])
    k = schedules.explore(plain, computation=product, target="llvm", name="mine")
    at = {"record": tmp_path / "mine.jsonl"}
    for message, space in SPACES.items():
        with pytest.raises(UserError, match=message) as error:
            k.tune(space, **at)
        assert "\n" not in str(error.value)
    with pytest.raises(UserError, match="has no `space`: define one, as in space = "):
        k.tune(**at)
    with pytest.raises(UserError, match="budget.trials = 0: "):
        k.tune({"rows": [1, 2]}, trials=0, **at)
    with pytest.raises(UserError, match="mine.txt: the name of a record must end in .jsonl"):
        k.tune({"rows": [1, 2]}, record=tmp_path / "mine.txt")
    with pytest.raises(UserError, match="is not a schedule: it has no parameters to tune"):
        schedules.explore(product(), target="llvm").tune({"rows": [1]}, **at)
    assert not at["record"].exists()


def test_what_cannot_be_handed_over_is_told_in_a_line(tmp_path):
    lock = threading.Lock()

    def schedule(sch, rows=2):
        with lock:
            yield "step"

    found = given(schedule, "llvm", computation=product())
    with pytest.raises(
        UserError, match="candidates are built in other processes, and this object cannot be"
    ):
        written(found, {"rows": [1, 2]}, tmp_path / "mine.py")


@pytest.mark.exhaustive
def test_a_run_of_a_file(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(confirming, "ROUNDS", 1)
    record = tmp_path / "product.jsonl"
    code, out, err = tune(capsys, "run", EXAMPLE, "--shape", 16, "--dry-run")
    assert code == 0 and "13 of 16 candidates" in out and "(hand-written: 1)" in out, err
    (entry,) = entry_points_of("schedules.tuning")
    monkeypatch.setattr(exploration, "entry_points", lambda group: [entry])
    found = schedules.explore(EXAMPLE, shape=16).tune(trials=2, record=record)
    assert "rows=" in repr(found) and found.winners[0]["time_us"] > 0
    assert form("winners").validate_json(found.to_json())
    lines = [json.loads(line) for line in record.read_text().splitlines()]
    measured = [line for line in lines if line.get("type") == "candidate"]
    assert {line["kind"] for line in measured} == {"ok"} and len(measured) == 2
    assert tune(capsys, "best", record)[0] == 0
    code, _, err = tune(capsys, "apply", record)
    assert code == 2 and "write the winner's values into it as defaults" in err
