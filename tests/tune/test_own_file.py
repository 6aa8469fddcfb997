"""A schedule in a file of one's own, tuned."""

from __future__ import annotations

import json
import tomllib
from importlib.metadata import EntryPoint

import pytest
from conftest import ROOT

import schedules
from schedules.api import exploration
from schedules.errors import UserError
from schedules.names import resolve
from schedules.schemas import form
from tune.commands import main
from tune.jobs.job import load
from tune.own_file import OWN, rung_of

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
    assert space.removed[0].name == "sums_in_registers"
    (own,) = space.hand_written()
    assert space.values(own) == {"rows": 4, "columns": 16}
    request = space.request(own)
    assert resolve(request.rung, request.shape).rung.tile.rows == 4
    # Decisions are drawn, and what is built is what was drawn.
    wide = space.point({"rows": 2, "columns": 64})
    assert "64" in space.schedule(wide).mod.script()
    assert space.drawn(space.schedule(wide)) == wide


def test_the_guide_shows_the_example():
    assert EXAMPLE.read_text().rstrip() in (ROOT / "docs/tuning-your-own.md").read_text()


def test_the_numbers_of_a_generator_are_its_tile():
    tile = rung_of(str(EXAMPLE)).tile
    assert (tile.rows, tile.columns) == (4, 16)


def entry_points_of(group: str) -> list[EntryPoint]:
    """Those that pyproject.toml has, which are those that are installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return [EntryPoint(*one, group) for one in project["entry-points"][group].items()]


def test_what_lies_in_no_file_is_not_tuned():
    with pytest.raises(UserError, match="lies in no file: only FILE.py is tuned"):
        schedules.explore("gemm/sgemm_cpu:serial").tune()


def test_a_run_of_a_file(tmp_path, capsys, monkeypatch):
    record = tmp_path / "product.jsonl"
    code, out, err = tune(capsys, "run", EXAMPLE, "--shape", 16, "--dry-run")
    assert code == 0 and "13 of 16 candidates" in out and "(written by hand: 1)" in out, err
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
    assert code == 2 and "write the winner's numbers as the defaults in it" in err


MISTAKES = {
    "no numbers": ("def schedule(sch):\n    yield 'a'\n", "has no numbers to tune: give them as"),
    "no space": ("def schedule(sch, rows=4):\n    yield 'a'\n", "has no `space`: define one, as"),
    "another name": (
        "space = {'rowz': [1]}\ndef schedule(sch, rows=4):\n    yield 'a'\n",
        "unknown number of schedule 'rowz': did you mean 'rows'",
    ),
    "no sizes": (
        "space = {'rows': [1]}\nworkload = workload()\ndef schedule(sch, rows=4):\n    yield 'a'\n",
        "make `workload` a function of sizes",
    ),
    "no space at all": (
        "space = 3\ndef schedule(sch, rows=4):\n    yield 'a'\n",
        "`space` is int, no dict or function",
    ),
}
HEAD = """
from tvm import te
target = 'llvm'
def workload(n=8):
    a = te.placeholder((n,), name='A')
    return [a, te.compute((n,), lambda i: a[i] + 1.0, name='B')]
"""


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_told_in_a_line(mistake, tmp_path):
    text, message = MISTAKES[mistake]
    file = tmp_path / "mine.py"
    file.write_text(HEAD + text)
    with pytest.raises(UserError, match=message) as error:
        job = load(str(file))
        job.space_at(job.shapes[0], job.rung.lowered_for("x86-64-v3"))
    assert "\n" not in str(error.value)


def test_a_target_is_one_of_two(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(HEAD.replace("llvm", "cpu") + MISTAKES["no numbers"][0])
    with pytest.raises(UserError, match="`target` is 'cpu': write 'cuda' or 'llvm'"):
        resolve(str(file))
