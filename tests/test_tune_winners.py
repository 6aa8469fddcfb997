"""What a record is used for: configurations of rungs, databases, pages, simulation."""

from __future__ import annotations

import json
import re

import pytest
import tvm_ffi
from click.testing import CliRunner
from tune_fakes import FakeMeasurer, job_text
from tvm import s_tir
from tvm.s_tir import meta_schedule as ms

from schedules import cli as schedules_cli
from schedules import tuned
from schedules.catalog import ladder
from schedules.errors import UserError
from tune.cli import cli
from tune.exchange import Silent, database, export_database, import_database
from tune.jobs import load
from tune.records import Record
from tune.report import heat, page
from tune.run import start
from tune.simulate import simulate_record
from tune.winners import apply_winners

RUNG = "gemm/sgemm_cpu:parallel"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A job and two records of it: of 40 random trials, and of a whole small space."""
    path = tmp_path_factory.mktemp("tuned")
    (path / "some.toml").write_text(job_text(trials=40))
    (path / "grid.toml").write_text(
        job_text(strategy="grid", trials=500).replace("[64, 64, 64]", "[32, 32, 32]")
    )
    for name in ("some", "grid"):
        job = load(path / f"{name}.toml")
        start(job, path / f"{name}.jsonl", Silent(), resume=False, opened=lambda _: FakeMeasurer())
    return path


@pytest.fixture
def record(folder):
    return Record.read(folder / "some.jsonl")


@pytest.fixture
def tuned_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(tuned, "FOLDER", tmp_path)
    return tmp_path


def edited(folder, tmp_path, change):
    """A copy of the record with every candidate's line changed."""
    lines = [json.loads(line) for line in (folder / "some.jsonl").read_text().splitlines()]
    for line in lines:
        if line["type"] == "candidate":
            change(line)
    path = tmp_path / "edited.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return Record.read(path)


# --- apply ----------------------------------------------------------------------------------------


def test_a_winner_becomes_a_configuration_of_its_rung(record, tuned_folder):
    (told,) = apply_winners(record)
    reference = told.partition(" at ")[0]
    name, _, device = reference.partition("@")
    assert name == RUNG and tuned.devices() == [device]
    rung = ladder("gemm/sgemm_cpu")[f"parallel@{device}"]
    best = record.line(record.best()[0])
    assert rung.path == reference
    assert vars(rung.tile) == best["tile"] != vars(ladder("gemm/sgemm_cpu")["parallel"].tile)
    # At the shape that was tuned, and at others the tile of the nearest one.
    assert rung.workload.shape == (64, 64, 64)
    assert rung.tile_for(rung.workload.with_shape((512, 512, 512))) == rung.tile
    for command in (["show", reference], ["steps", reference], ["diff", RUNG, reference]):
        done = CliRunner().invoke(schedules_cli.cli, [*command, "--shape", "64,64,64"])
        assert done.exit_code == 0, done.output
        assert command[0] == "steps" or reference in done.output


def test_the_nearest_shape_and_the_right_dtype_are_taken(record, tuned_folder):
    (told,) = apply_winners(record)
    device = told.partition(" at ")[0].partition("@")[2]
    file = tuned_folder / f"{device}.json"
    content = json.loads(file.read_text())
    (one,) = content["configurations"]
    large = {**one, "shape": [4096, 4096, 4096], "tile": {**one["tile"], "block_i": 128}}
    foreign = {**one, "dtype": "float16", "shape": [128, 128, 128]}
    content["configurations"] += [large, foreign]
    file.write_text(json.dumps(content))
    rung = ladder("gemm/sgemm_cpu")[f"parallel@{device}"]
    for size, rows in ((64, one["tile"]["block_i"]), (128, one["tile"]["block_i"]), (2048, 128)):
        assert rung.tile_for(rung.workload.with_shape((size,) * 3)).block_i == rows
    # A second `apply` takes the place of its own entry and keeps the others.
    apply_winners(record)
    assert len(json.loads(file.read_text())["configurations"]) == 3
    with pytest.raises(UserError, match="has no tuned configuration of gemm/sgemm_cpu:packed"):
        ladder("gemm/sgemm_cpu")[f"packed@{device}"]


def test_an_unknown_device_is_named(tuned_folder):
    with pytest.raises(UserError, match="none yet; `tune apply` makes one"):
        ladder("gemm/sgemm_cpu")["parallel@some-gpu"]
    (tuned_folder / "some-gpu.json").write_text("{}")
    with pytest.raises(UserError, match="did you mean 'some-gpu'"):
        ladder("gemm/sgemm_cpu")["parallel@some-gpo"]
    with pytest.raises(UserError, match="holds no tuned configurations"):
        ladder("gemm/sgemm_cpu")["parallel@some-gpu"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda line: line.update(schedule="another"), "its schedule has changed since"),
        (lambda line: line["versions"].update({"apache-tvm": "0.26"}), "is of TVM 0.26"),
    ],
)
def test_a_stale_winner_is_not_applied(folder, tmp_path, tuned_folder, change, says):
    with pytest.raises(UserError, match=says):
        apply_winners(edited(folder, tmp_path, change))
    assert tuned.devices() == []


# --- MetaSchedule's database ----------------------------------------------------------------------


def test_metaschedule_reads_what_is_exported_and_it_comes_back(record, folder, tmp_path):
    into = tmp_path / "database"
    written, stale = export_database(record, into)
    right = [entry for entry in record.entries if entry.time_us]
    assert (written, stale) == (len(right), 0) and len(right) > 10
    job = load(folder / "some.toml")
    space = job.space_at((64, 64, 64), job.arch)
    mod = s_tir.Schedule(space.workload.prim_func()).mod
    found = database(into)
    (best,) = found.get_top_k(found.commit_workload(mod), 1)
    assert [float(time) for time in best.run_secs] == [record.best()[0].time_us * 1e-6]
    replay = s_tir.Schedule(mod)
    best.trace.apply_to_schedule(replay, remove_postproc=False)
    own = space.schedule(space.point(record.best()[0].knobs))
    assert tvm_ffi.structural_equal(replay.mod, own.mod)

    back = tmp_path / "back.jsonl"
    assert import_database(into, job, back, lambda _: None) == (written, 0)
    again = Record.read(back)
    assert {entry.key: entry.time_us for entry in again.entries} == pytest.approx(
        {entry.key: entry.time_us for entry in right}
    )
    with pytest.raises(UserError, match="holds a database already"):
        export_database(record, into)


def test_what_is_not_of_the_space_stays_out(folder, tmp_path):
    job = load(folder / "some.toml")
    space = job.space_at((64, 64, 64), job.arch)
    mod = s_tir.Schedule(space.workload.prim_func()).mod
    into = database(tmp_path)
    sch = s_tir.Schedule(mod)
    sch.parallel(sch.get_loops("C")[0])
    arguments = ms.arg_info.ArgInfo.from_prim_func(mod["main"])
    into.commit_tuning_record(
        ms.database.TuningRecord(sch.trace, into.commit_workload(mod), [1e-3], None, arguments)
    )
    assert import_database(tmp_path, job, tmp_path / "r.jsonl", lambda _: None) == (0, 1)


def test_stale_candidates_are_not_exported(folder, tmp_path):
    stale = edited(folder, tmp_path, lambda line: line.update(schedule="another"))
    assert export_database(stale, tmp_path / "out")[0] == 0


# --- the page -------------------------------------------------------------------------------------


def test_the_page_shows_the_search_and_the_winner(record):
    text = page(record)
    right = [entry for entry in record.entries if entry.time_us]
    assert text.count("<circle") == len(right)
    assert text.count('stroke="var(--bad)"') == 40 - len(right) > 0
    assert text.count('class="knob"') == 6
    assert "took longer than 1 s" in text
    # The heat map's cells account for every candidate.
    cells = re.findall(r">(\d+)/(\d+)</td>", text)
    assert sum(int(tried) for _, tried in cells) == 40
    assert sum(int(failed) for failed, _ in cells) == 40 - len(right)
    assert "+++ the winner" in text and "vmovups" in text
    assert "http" not in text.replace("http://www.w3.org", "")


def test_a_page_of_a_changed_schedule_shows_no_source(folder, tmp_path):
    text = page(edited(folder, tmp_path, lambda line: line.update(schedule="another")))
    assert "has changed since it was measured" in text and "vmovups" not in text


def test_the_heat_map_takes_the_knobs_that_tell(record):
    entries = record.entries
    for entry in entries:
        bad = entry.knobs["tile_i"][-1] >= 4 and entry.knobs["tile_j"][-1] >= 16
        entry.time_us = None if bad else 1.0
    found = heat(entries)
    assert {found.rows, found.columns} == {"tile_i[2]", "tile_j[2]"}
    assert all(cell is None or cell[0] in (0, cell[1]) for row in found.cells for cell in row)
    for entry in entries:
        entry.time_us = 1.0
    assert heat(entries) is None


# --- simulation -----------------------------------------------------------------------------------


def test_a_measured_space_is_replayed(folder):
    record = Record.read(folder / "grid.jsonl")
    grid, ranking = simulate_record(record, ["grid", "ranking"], seeds=3)
    speeds = [
        entry.time_us and record.best()[0].time_us / entry.time_us for entry in record.entries
    ]
    # The record was made by the grid, but for its first candidate, the hand-written one.
    assert grid.points == len(record.entries)
    assert len(set(grid.curves)) == 1 and grid.curves[0][-1] == 1.0
    assert set(grid.curves[0]) <= {0.0, *filter(None, speeds)}
    assert len(set(ranking.curves)) == 3
    for curve in ranking.curves:
        assert list(curve) == sorted(curve) and curve[-1] == 1.0
    assert all(1 <= trials <= ranking.points for trials in ranking.trials_to())
    assert all(value == 1.0 for value in ranking.best_after(10_000))


def test_simulate_and_best_and_report_print(folder, tmp_path):
    file = str(folder / "grid.jsonl")
    run = CliRunner().invoke
    out = tmp_path / "curves.json"
    done = run(cli, ["simulate", file, "--seeds", "2", "--strategy", "random", "--json", str(out)])
    assert done.exit_code == 0, done.output
    (found,) = json.loads(out.read_text())
    assert found["strategy"] == "random" and len(found["curves"]) == 2
    done = run(cli, ["best", file, "--count", "2"])
    assert done.exit_code == 0
    assert Record.read(folder / "grid.jsonl").best()[0].key.partition(" ")[2] in done.output
    done = run(cli, ["report", file, "--out", str(tmp_path / "page.html")])
    assert done.exit_code == 0 and (tmp_path / "page.html").exists()
