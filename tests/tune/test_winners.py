"""What a record is used for: configurations of rungs, databases, pages, simulation."""

from __future__ import annotations

import html
import itertools
import json
import re
import subprocess
import sys
from collections import Counter
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
import tvm_ffi
from click.testing import CliRunner
from conftest import ROOT
from tune_fakes import FakeMeasurer, job_text
from tvm import s_tir
from tvm.s_tir import meta_schedule as ms

from schedules import tuned
from schedules.catalog import ladder
from schedules.commands import cli as schedules_cli
from schedules.errors import UserError
from tune import report
from tune.charts import distribution, round_ticks
from tune.cli import cli, main
from tune.exchange import Silent, database, export_database, import_database
from tune.jobs import Budget, load
from tune.rate import Rate, digits
from tune.records import Record, versions
from tune.report import by_knob, factors, heat, page, without_numbers, without_tables
from tune.run import Tuning, own_key, recorded_job, start
from tune.simulate import simulate_record
from tune.space import key, said
from tune.task import Outcome
from tune.view import duration
from tune.winners import apply_winners, winners

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


def edited(folder, tmp_path, change, all_lines=False):
    """A copy of the record with every candidate's line, or every line, changed."""
    lines = [json.loads(line) for line in (folder / "some.jsonl").read_text().splitlines()]
    for line in lines:
        if all_lines or line["type"] == "candidate":
            change(line)
    path = tmp_path / "edited.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return Record.read(path)


def load_space(record):
    """The space of a record of one shape."""
    job = recorded_job(record)
    return job.space_at(job.shapes[0], job.arch)


# --- apply ----------------------------------------------------------------------------------------


def test_a_winner_becomes_a_configuration_of_its_rung(record, tuned_folder):
    told, wrote = apply_winners(record)
    reference = told.partition(" at ")[0]
    (file,) = tuned_folder.iterdir()
    assert wrote == f"wrote {file}: `schedules show {reference}` shows it"
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
    told, _ = apply_winners(record)
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
    told = []
    record.notice = told.append
    apply_winners(record)
    assert len(json.loads(file.read_text())["configurations"]) == 3 and not told
    with pytest.raises(UserError, match="has no tuned configuration of gemm/sgemm_cpu:packed"):
        ladder("gemm/sgemm_cpu")[f"packed@{device}"]


def test_what_another_record_gave_is_told_when_it_is_replaced(folder, tmp_path, tuned_folder):
    def change(line):
        if line["type"] == "final":
            line["time_us"] = 1234.0

    told = []
    apply_winners(Record.read(folder / "some.jsonl", told.append))
    (file,) = tuned_folder.glob("*.json")
    (old,) = json.loads(file.read_text())["configurations"]
    other = edited(folder, tmp_path, change, all_lines=True)
    other.notice = told.append
    apply_winners(other)
    assert told == [
        f"{RUNG} at 64,64,64: 1234 us of edited.jsonl takes the place of "
        f"{digits(old['time_us'])} us of some.jsonl"
    ]
    (new,) = json.loads(file.read_text())["configurations"]
    assert new["record"] == "edited.jsonl"
    # One that somebody wrote by hand.
    del new["record"], new["time_us"]
    file.write_text(json.dumps({"configurations": [new]}))
    apply_winners(other)
    assert told[1].endswith("takes the place of an unknown time of an unknown record")


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


@pytest.mark.parametrize(
    "change", [{"key": "64x64x64 another", "knobs": {}}, {"kind": "wrong", "times_us": []}]
)
def test_a_winner_that_is_no_longer_right_is_none(folder, tmp_path, tuned_folder, change):
    without = edited(folder, tmp_path, lambda line: line.update(change))
    assert without.finals and winners(without) == []
    with pytest.raises(UserError, match="has no confirmed winner"):
        apply_winners(without)


# The last winner of each of its shapes was confirmed with nvcc.
BY_NVCC = ROOT / "docs/tuning/gemv_int4_h200-nvidia-h200.jsonl"


def test_a_gpus_winner_of_the_searchs_compiler_is_not_applied(tuned_folder, capsys):
    path = tuned_folder / BY_NVCC.name
    path.write_bytes(BY_NVCC.read_bytes())
    file = tuned_folder / "nvidia-h200.json"

    def applied():
        found = json.loads(file.read_text())["configurations"]
        return [(one["shape"][0], one["compiler"]) for one in found]

    def forget(*sizes):
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        for line in lines:
            if line["type"] == "final" and line["shape"][0] in sizes:
                line.pop("compiler", None)
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))

    apply_winners(Record.read(path))
    assert applied() == [(size, "nvcc 13.0") for size in (4096, 8192, 16384)]
    foreign = {**json.loads(file.read_text())["configurations"][0], "record": "other.jsonl"}
    # Another record's, at a shape of this one's.
    foreign["rung"] = "gemv/fast_gemv:other"
    content = json.loads(file.read_text())
    content["configurations"].append(foreign)
    file.write_text(json.dumps(content))
    forget(8192)
    told = []
    apply_winners(Record.read(path, told.append))
    assert applied() == [(size, "nvcc 13.0") for size in (4096, 16384, 4096)]
    said, gone = told
    assert said.startswith("8192,8192: its winner is left out") and "--confirm-only`" in said
    assert gone == f"gemv/fast_gemv:int4_mma at 8192,8192 is taken out of {file}"
    forget(4096, 16384)
    with pytest.raises(SystemExit) as end:
        main(["apply", str(path)])
    assert end.value.code == 2 and applied() == [(4096, "nvcc 13.0")]
    err = capsys.readouterr().err.splitlines()
    assert [line.count("its winner is left out") for line in err] == [1, 1, 1, 0, 0, 0]
    assert f"no winner to apply: `tune resume {path} --confirm-only`" in err[-1]


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
    with pytest.raises(UserError, match="none of the 1 candidates in .* is taken"):
        import_database(tmp_path, job, tmp_path / "r.jsonl", lambda _: None)
    assert not (tmp_path / "r.jsonl").exists()


def test_stale_candidates_are_not_exported(folder, tmp_path):
    stale = edited(folder, tmp_path, lambda line: line.update(schedule="another"))
    assert export_database(stale, tmp_path / "out")[0] == 0
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="cannot write .*: Not a directory"):
        export_database(stale, tmp_path / "file" / "out")


# --- the page -------------------------------------------------------------------------------------


def rows_of(text: str, table: str) -> list[list[str]]:
    """The cells of the first table of a class, without tags."""
    body = re.search(rf'<table class="{table}">(.*?)</table>', text, re.S)[1]
    return [
        [
            html.unescape(re.sub("<[^>]+>", "", cell))
            for cell in re.findall(r"<t[hd].*?</t[hd]>", row)
        ]
        for row in re.findall(r"<tr.*?</tr>", body, re.S)
    ]


def final_of(record) -> dict:
    (final,) = winners(record)
    return final


def test_the_page_shows_the_search_and_the_winner(record):
    text = page(record)
    right = [entry for entry in record.entries if entry.time_us]
    assert text.count('<circle class="right"') == len(right)
    assert text.count('<path class="failed"') - 1 == 40 - len(right) > 0  # one in the legend
    assert 'class="pruned"' not in text
    for label in ("trial", "GFLOP/s", "speed, % of the best"):
        assert f">{label}</text>" in text
    assert "took longer than 1 s" in text
    # The heat map's cells account for every candidate.
    cells = re.findall(r">(\d+)/(\d+)</td>", text)
    assert sum(int(tried) for _, tried in cells) == 40
    assert sum(int(failed) for failed, _ in cells) == 40 - len(right)
    assert "http" not in text
    # On a narrow screen what is wide scrolls for itself.
    wide = re.findall(r"<table|<svg class", text)
    assert len(wide) == text.count('<div class="scroll"><') > 5


def test_the_page_says_what_was_measured_and_what_to_do_next(record):
    text = page(record)
    space = load_space(record)
    assert f"40 candidates of the {len(space.points)} that the space allows" in text
    assert "its 40 trials are spent" in text
    for words in (
        "M 64, N 64, K 64",
        "seed 0",
        f"tune apply {record.path}",
        f"schedules show {RUNG}@",
        f"tune resume {record.path} --trials 80",
        versions()["apache-tvm"],
    ):
        assert words in text


def test_candidates_that_the_space_has_lost_are_counted_apart(record, folder, tmp_path):
    def lose(line):
        if line["kind"] != "ok":
            line["knobs"]["tile_i"] = [1, 1, 63]
            line["key"] = key(line["shape"], line["knobs"])

    lost = sum(entry.kind != "ok" for entry in record.entries)
    changed = edited(folder, tmp_path, lose)
    text = " ".join(page(changed).split())
    assert 0 < lost < 40
    assert f"Measured: {40 - lost} candidates of the {len(load_space(record).points)} that" in text
    assert f", and {lost} that it allows no more:" in text
    assert "its 40 trials are spent" in text


def test_the_winner_stands_beside_the_runner_up_and_the_hand_written_tile(record):
    text = page(record)
    head, *rows = rows_of(text, "winner")
    final, space = final_of(record), load_space(record)
    (own,) = [space.task(point).key for point in space.hand_written()]
    keys = {"hand-written": own, "winner": final["key"], "runner-up": final["runner_up"]}
    assert head == ["", *keys]
    found = {row[0]: row[1:] for row in rows}
    entries = [record.entries_by_key[key] for key in keys.values()]
    for name in ("tile_i", "tile_j"):
        assert found[name] == [said(entry.knobs[name]) for entry in entries]
    tiles = [record.line(entry)["tile"] for entry in entries]
    assert found["block_i"] == [str(tile["block_i"]) for tile in tiles]
    assert [float(time) for time in found["confirmed, µs"]] == [
        final["hand_written_us"],
        final["time_us"],
        final["runner_up_us"],
    ]
    gain = final["hand_written_us"] / final["time_us"]
    assert found["of hand-written"][:2] == ["1.00 ×", f"{gain:.2f} ×"]
    # The diff is of the tiles' schedules, that of their assembly is folded and of code alone.
    assert re.search(r"<details open><summary>From the hand-written .*: scheduled TIR<", text)
    assert re.search(r"<details><summary>From the hand-written .*: assembly<", text)
    assert text.count("+++ the winner") == 2 and "vmovups" in text and ".LCPI0_0:" not in text


def test_tables_of_constants_are_left_out_of_assembly():
    text = ".LCPI0_0:\n\t.long\t1\nmain:\n\tmovl .LCPI0_0(%rip), %eax\n.LBB0_1:\n\tretq\n"
    assert without_tables(text) == text.removeprefix(".LCPI0_0:\n\t.long\t1\n")


def test_the_page_says_where_the_fastest_of_the_search_went(folder, tmp_path):
    def swap(line):
        if line["type"] == "final":
            line["key"], line["runner_up"] = line["runner_up"], line["key"]

    changed = edited(folder, tmp_path, swap, all_lines=True)
    name = changed.best()[0].key.partition(" ")[2]
    assert f"The fastest of the search, {name}, is the runner-up here." in page(changed)

    fastest, space = changed.best()[0].key, load_space(changed)
    own = space.task(space.hand_written()[0]).key

    def third(line, times):
        if line["type"] == "final":
            line["key"] = line["runner_up"]
            line["runner_up"] = own
            line["confirmed_us"] = times

    slow = final_of(changed)["confirmed_us"] | {fastest: 1000.0}
    others = {key: time for key, time in slow.items() if key != fastest}
    for times, says in (
        (slow, f"took 1000 us when timed again, place {len(slow)} of {len(slow)}."),
        (others, "was not among those that were timed again."),
        ({}, "was slower when timed again."),
    ):
        text = page(edited(folder, tmp_path, partial(third, times=times), all_lines=True))
        assert f"The fastest of the search, {name}, {says}" in text
        assert rows_of(text, "winner")[0] == ["", "winner", "runner-up, hand-written"]


@pytest.mark.parametrize("who", ["slow", "winner", "own", "none", "earlier"])
def test_the_tile_that_the_winner_is_held_against_is_that_of_the_final_line(
    folder, tmp_path, monkeypatch, record, who
):
    space, final = load_space(record), final_of(record)
    slow = record.best(count=30)[-1]
    own = space.task(space.hand_written()[0]).key
    key = {"slow": slow.key, "winner": final["key"], "own": own_key(space)}.get(who)

    def change(line):
        if line["type"] == "final":
            line["hand_written"] = key
            if who == "none":
                line["hand_written_us"] = None
            if who == "earlier":
                del line["hand_written"]

    # Tiles alone are looked at, and none is built.
    beside = []
    monkeypatch.setattr(report, "steps", lambda rung, workload, tile: [beside.append(tile)])
    monkeypatch.setattr(report, "render", lambda *_, **__: None)
    monkeypatch.setattr(report, "texts", lambda *_: {})
    text = page(edited(folder, tmp_path, change, all_lines=True))
    head, *rows = rows_of(text, "winner")
    rung_tile = space.rung.tile_for(space.workload)
    expected = {
        "slow": ["", "hand-written", "winner", "runner-up"],
        "winner": ["", "winner, hand-written", "runner-up"],
        "none": ["", "winner", "runner-up"],
    }
    assert head == expected.get(who, expected["slow"])
    if who in ("winner", "none"):
        assert not beside
    else:
        entry = record.entries_by_key.get({"slow": slow.key}.get(who, own))
        assert beside == [space.tile(entry.knobs)]
        found = {row[0]: row[1] for row in rows}
        assert found["block_i"] == str(beside[0].block_i)
        assert (beside[0] == rung_tile) == (who != "slow")
    assert ("The winner is the hand-written tile." in text) == (who == "winner")
    assert ("which is no candidate of the space" in text) == (who == "own")
    assert ("No tile that was written by hand was confirmed" in text) == (who == "none")


def test_the_page_and_best_name_who_compiled_what(folder, tmp_path):
    def change(line):
        line["compiler"] = "nvcc 1.3" if line["type"] == "final" else "NVRTC 1.2"

    changed = edited(folder, tmp_path, change, all_lines=True)
    text = page(changed)
    names = [row[0] for row in rows_of(text, "winner")]
    assert {"confirmed, µs nvcc 1.3", "in the search, GFLOP/s NVRTC 1.2"} <= set(names)
    assert "<dd>NVRTC 1.2 in the search, nvcc 1.3 when confirmed</dd>" in text
    assert "faster or slower, and another compiler." in text
    done = CliRunner().invoke(cli, ["best", str(changed.path)])
    assert "winner, nvcc 1.3" in done.output


def test_a_confirmation_alone_leaves_the_search_as_it_ended(folder, tmp_path):
    """One that was cut short, too; what an earlier version wrote is committed."""
    path = tmp_path / "r.jsonl"
    path.write_text((folder / "some.jsonl").read_text())
    first = json.loads(path.read_text().splitlines()[0])
    later = {**first, "date": "2099-01-01T00:00:00+00:00"}
    for search, says in ((False, "its 40 trials are spent"), (True, "cut short")):
        run_line = {**later, "search": search, "job": first["job"] | {"shapes": [[8, 8, 8]]}}
        if search:
            run_line["job"] = first["job"] | {"budget": {"trials": 80, "minutes": 1.0}}
        with path.open("a") as file:
            file.write(json.dumps(run_line) + "\n")
        text = page(Record.read(path))
        assert f"End: {says}." in text
        assert ("go on with the search" in text) == search
        assert "<dt>confirmed anew</dt><dd>2099-01-01 00:00:00 UTC</dd>" in text
    text = (ROOT / "docs/tuning/sgemm_h200-nvidia-h200.html").read_text()
    assert "cut short" not in text and "<dt>confirmed anew</dt>" in text


def test_what_lines_alone_hold_is_shown(folder, tmp_path):
    def change(line):
        right = bool(line["times_us"])
        line.update(pruned=right, compiler="NVRTC 1.2", stages_s={"walk": 0.25, "time": 0.75})
        line["worker"] = "one" if right else "two"

    changed = edited(folder, tmp_path, change)
    text = page(changed)
    right = [entry for entry in changed.entries if entry.time_us]
    assert text.count('<circle class="pruned"') == len(right) == text.count("<circle")
    assert f"since it could not win ({len(right)})" in text
    assert "NVRTC 1.2" in text and f"one {len(right)}, two {40 - len(right)}" in text
    assert rows_of(text, "stages")[1:] == [
        ["walk", "10.0", "25 %", "250", "40"],
        ["time", "30.0", "75 %", "750", "40"],
    ]


def test_knobs_are_counted(record):
    tables, scarce = by_knob(record.entries, Rate("GFLOP/s", 1.0), factors(load_space(record)))
    assert [one.name for one in tables] + scarce == [
        f"tile_{a}[{b}]" for a in "ij" for b in range(3)
    ]
    assert [one.meaning for one in tables][:3] == ["M, outermost", "M, between", "M, innermost"]
    failed = sum(entry.time_us is None for entry in record.entries)
    for one in tables:
        assert sum(option.right for option in one.options) == 40 - failed
        assert sum(option.failed for option in one.options) == failed
    # Seven values are too many for ten candidates.
    assert "tile_i[0]" in by_knob(record.entries[:10], Rate("GFLOP/s", 1.0), {})[1]


def test_shapes_are_summed_up_in_one_table(tmp_path):
    text = job_text(trials=8).replace(
        "shape = [64, 64, 64]", "shapes = [[64, 64, 64], [32, 64, 32]]"
    )
    (tmp_path / "two.toml").write_text(text)
    path = tmp_path / "two.jsonl"
    job = load(tmp_path / "two.toml")
    found = start(job, path, Silent(), resume=False, opened=lambda _: FakeMeasurer())
    text = page(Record.read(path))
    rows = rows_of(text, "shapes")[1:]
    assert [row[0] for row in rows] == ["M 64, N 64, K 64", "M 32, N 64, K 32"]
    for row, winner in zip(rows, found, strict=True):
        assert row[1] == "8" and float(row[2]) == winner.time_us
        assert row[4] == f"{winner.hand_written_us / winner.time_us:.2f} ×"
        assert row[5] == winner.key.partition(" ")[2]
    assert "Too few candidates to tell the values apart of tile_i[0]" in text


def test_the_trace_of_an_automatic_space_is_replayed(folder, tmp_path, monkeypatch):
    # Tensor intrinsics take seconds to register, and this schedule has none.
    monkeypatch.setattr("tune.auto.intrinsics", lambda: None)
    job = load(folder / "some.toml").model_copy(update={"space": "auto"})
    space = job.space_at((64, 64, 64), job.arch)
    sch = s_tir.Schedule(space.mod)
    sch.split(sch.get_loops("C")[0], [None, 8])
    candidate = space.candidate(space.point(sch))
    with closing(Record.open(tmp_path / "auto.jsonl")) as record:
        tuning = Tuning(job, record, job.device(), Silent(), lambda _: FakeMeasurer())
        tuning.begin()
        made = {"schedule": candidate.schedule}
        tuning.keep(candidate, Outcome("ok", (5.0,), made=made), 1.0)
        final = dict.fromkeys(("runner_up", "runner_up_us", "hand_written_us"))
        final |= {"type": "final", "shape": [64] * 3, "key": candidate.key, "time_us": 4.0}
        record.append(final | {"date": "9999"})
        text = page(record)
    assert "<details open><summary>The winner&#39;s scheduled TIR" in text
    assert "T.grid(8, 8, 64, 64)" in text and "sch.split" in text
    assert f"tune export {record.path} FOLDER" in text and "tune apply" not in text


def test_a_page_of_a_changed_schedule_shows_no_source(folder, tmp_path):
    text = page(edited(folder, tmp_path, lambda line: line.update(schedule="another")))
    assert "has changed since it was measured" in text and "vmovups" not in text


def test_a_page_where_all_failed_shows_why(folder, tmp_path):
    def change(line):
        line.update(kind="crash", times_us=[], message="<boom>")

    text = page(edited(folder, tmp_path, change))
    assert rows_of(text, "failures")[1:] == [["crash", "40", "<boom>"]]
    assert "No winner is confirmed" in text and "<svg" not in text and "<boom>" not in text


def test_failures_that_differ_in_numbers_alone_are_one_row(folder, tmp_path):
    places = itertools.cycle(["x=0 y=3", "y=12 z=0", "x=1 y=0 z=0"])
    values = itertools.cycle(["-2.5", "nan", "1e-05", "inf"])

    def change(line):
        number = int(line["at_s"] * 1e6) % 97
        text = f"{number} of 4096 elements wrong, first at [0, {number}]: {next(values)} instead "
        text += f"of {number}.25; written by block {next(places)}, thread x=1"
        line.update(kind="wrong", times_us=[], message=text)

    changed = edited(folder, tmp_path, change)
    first = changed.line(changed.entries[0])["message"]
    ((kind, count, text),) = rows_of(page(changed), "failures")[1:]
    assert (kind, count) == ("wrong", "40")
    assert text == f"{first} the first of 40, which differ in their numbers"


def test_numbers_in_names_tell_messages_apart():
    assert without_numbers("sm_90: 3 float16 of -4.5") == "sm_90: # float16 of #"
    assert without_numbers("no float32") != without_numbers("no float16")
    assert without_numbers("block x=0 y=1, thread z=3") == "block #, thread #"


def test_what_a_restriction_refuses_since_is_said_with_its_reason(folder, tmp_path, monkeypatch):
    text = (ROOT / "docs/tuning/hgemm_wgmma_h200-nvidia-h200.html").read_text()
    said_so = re.findall(r'<p class="refused">(.*?)</p>', text, re.S)
    assert [re.sub("<[^>]+>", "", " ".join(one.split())) for one in said_so] == 3 * [
        "12 that products_under_way refuses since: wgmma_tma loads while products are under way: "
        "three stages at least; 12 of them wrong."
    ]
    assert [row[:2] for row in rows_of(text, "failures")[1:]] == [["wrong", "12"]]

    def lose(line):
        if line["kind"] != "ok":
            line["knobs"]["tile_i"] = [1, 1, 63]
            line["key"] = key(line["shape"], line["knobs"])

    changed = edited(folder, tmp_path, lose)
    space = load_space(changed)
    entries = changed.entries

    def narrow(tile_j) -> bool:
        """columns that are few"""
        return tile_j[-1] < 16

    space.restrictions.append(narrow)
    lost = {one.name: one for one in report.refused(space, entries)}
    wide = [one for one in entries if one.kind == "ok" and one.knobs["tile_j"][-1] >= 16]
    assert lost["narrow"] == report.Refused("narrow", narrow.__doc__, [("ok", len(wide))])
    (unknown,) = lost.keys() - {"narrow"}
    assert unknown == "" and lost[""].outcomes == [("time-out", lost[""].count)]
    assert lost[""].count == sum(one.kind != "ok" for one in entries) and wide


def test_a_search_that_was_taken_up_says_how_often(folder, tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_text((folder / "some.jsonl").read_text())
    first = path.read_text().splitlines()[0]
    later = json.dumps({**json.loads(first), "date": "2099-01-01T00:00:00+00:00"})
    for times in ("once,", "2 times, last"):
        with path.open("a") as file:
            file.write(later + "\n")
        assert f", taken up {times} 2099-01-01 00:00:00 UTC</dd>" in page(Record.read(path))


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(9.9, "9 s"), (0, "0 s"), (60, "1:00 min"), (725, "12:05 min"), (3723, "1:02:03 h")],
)
def test_a_duration_has_its_unit(seconds, text):
    assert duration(seconds) == text


@pytest.mark.parametrize(
    ("arguments", "ending"),
    [
        ((9, 1.0, 9, True, 1), "every candidate of the space is measured"),
        ((10, 1.0, 99, True, 1), "its 10 trials are spent"),
        ((5, 2.0, None, True, 1), "its 2 minutes are spent"),
        ((5, 1.0, 99, True, 1), "the strategy had nothing left to propose"),
        ((5, 1.0, 99, False, 1), "cut short"),
    ],
)
def test_why_a_search_ended(arguments, ending):
    trials, minutes, allowed, confirmed, runs = arguments
    budget = Budget(trials=10, minutes=2.0)
    assert report.ending(trials, minutes, allowed, budget, confirmed, runs) == ending


@pytest.mark.parametrize(
    ("top", "ticks"),
    [
        (109.9, [0, 20, 40, 60, 80, 100, 120]),
        (286.6, [0, 50, 100, 150, 200, 250, 300]),
        (0.6, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
        (1.0, [0, 0.2, 0.4, 0.6, 0.8, 1.0]),
    ],
)
def test_ticks_are_round(top, ticks):
    assert round_ticks(top) == pytest.approx(ticks)


def test_a_distribution_counts_every_candidate_once():
    shares = [1.0, 0.999, 0.951, 0.5, 0.02]
    bars = distribution(shares).bars
    assert [bar.title.partition(" ")[0] for bar in bars] == ["1", "1", "3"]
    assert bars[-1].height == pytest.approx(3 * bars[0].height, abs=0.5)


def test_the_heat_map_takes_the_knobs_that_tell(record):
    entries = record.entries
    for entry in entries:
        bad = entry.knobs["tile_i"][-1] >= 4 and entry.knobs["tile_j"][-1] >= 16
        entry.time_us = None if bad else 1.0
    found = heat(entries)
    assert {found.rows, found.columns} == {"tile_i[2]", "tile_j[2]"}
    assert all(cell is None or cell[0] in (0, cell[1]) for row in found.cells for cell in row)
    for time in (1.0, None):
        for entry in entries:
            entry.time_us = time
        assert heat(entries) is None


# --- what the guide says of committed records -----------------------------------------------------


# What of a candidate's line is applied.
APPLIED = ("rung", "shape", "tile", "schedule")
# Confirmed with the search's compiler alone: its rung and shape are of sgemm_h200 as well.
OF_THE_SEARCH_ALONE = {("sgemm_h200_space", 4096)}


def test_the_guides_table_of_jobs_is_what_their_records_say():
    text = (ROOT / "docs/tuning.md").read_text()
    rows = re.findall(
        r"^\| \[`(\w+)`\]\((tuning/[\w-]+)\.html\) \| (\d+) \| (\d+) \| ([\d.]+) "
        r"\| ([\d.]+) \| (.*) \|$",
        text,
        re.M,
    )
    recorded, kinds = set(), Counter()
    for job, file in dict.fromkeys((job, file) for job, file, *_ in rows):
        assert (ROOT / f"docs/{file}.html").exists()
        record = Record.read(ROOT / f"docs/{file}.jsonl")
        kinds.update(entry.kind for entry in record.entries)
        for one in winners(record):
            shape = tuple(one["shape"])
            count = sum(entry.shape == shape for entry in record.entries)
            ratio = one["hand_written_us"] / one["time_us"]
            assert ratio >= 1
            knobs = one["key"].partition(" ")[2]
            time = digits(one["time_us"])
            assert one["compiler"].startswith("nvcc ")
            recorded.add((job, str(shape[0]), str(count), time, f"{ratio:.3f}", knobs))
    said = {(job, *cells) for job, _, *cells in rows}
    assert said == recorded and len(said) == len(rows) > 0
    assert f"Of {kinds.total():,} candidates {kinds['wrong']} were wrong" in " ".join(text.split())
    assert kinds.keys() == {"ok", "wrong"}


def test_the_guides_table_of_winners_beside_rungs_is_what_bench_recorded():
    text = (ROOT / "docs/tuning.md").read_text()
    rows = re.findall(
        r"^\| `([\w/]+):(\w+)`, (\w+) \| (\d+) \| `(\w+)` \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$",
        text,
        re.M,
    )
    record = json.loads((ROOT / "docs/tuning/beside-hand-written-nvidia-h200.json").read_text())
    times, ties = {}, {}
    for row in record["rows"]:
        problem = row["ladder"], row["dtype"], row["shape"][0]
        times.setdefault(problem, {})[row["rung"]] = row["time_us"]
        ties[problem] = row["tie_ratio"]
    found = set()
    for (name, dtype, size), among in times.items():
        best = min((rung for rung in among if "@" not in rung), key=among.__getitem__)
        for rung in among:
            if "@" in rung:
                own = rung.partition("@")[0]
                ratios = [among[one] / among[rung] for one in (best, own)]
                cells = [f"{ratio:.3f}" for ratio in (*ratios, ties[name, dtype, size])]
                found.add((name, own, dtype, str(size), best, *cells))
    assert set(rows) == found and len(rows) == len(found) > 20
    # Each is the kernel that is applied now.
    device = json.loads((ROOT / "schedules/tuned/nvidia-h200.json").read_text())
    applied = {
        (one["rung"], one["dtype"], str(one["shape"][0])) for one in device["configurations"]
    }
    assert {(f"{name}:{own}", dtype, size) for name, own, dtype, size, *_ in rows} == applied


@pytest.mark.parametrize(
    "name", sorted(path.stem for path in (ROOT / "docs/tuning").glob("*.html"))
)
def test_a_committed_page_is_what_its_record_gives(name, monkeypatch):
    """Otherwise: `tune report docs/tuning/NAME.jsonl`."""
    monkeypatch.chdir(ROOT)
    file = Path("docs/tuning") / name
    assert page(Record.read(file.with_suffix(".jsonl"))) == file.with_suffix(".html").read_text()


def test_the_applied_winners_are_those_of_the_records():
    """Each once, but for those that nobody has confirmed with bench's compiler."""
    device = json.loads((ROOT / "schedules/tuned/nvidia-h200.json").read_text())
    files = [page.with_suffix(".jsonl") for page in (ROOT / "docs/tuning").glob("*-h200.html")]
    finals, left_out = [], set()
    for file in files:
        record = Record.read(file)
        if record.job()["space"] == "auto":
            continue  # Its winner is a trace and no tile.
        for one in winners(record):
            line = record.line(record.entries_by_key[one["key"]])
            if "compiler" in one:
                times = [one[name] for name in ("time_us", "hand_written_us", "compiler")]
                finals.append([file.name, *(line[name] for name in APPLIED), *times])
            else:
                left_out.add((record.job()["name"], one["shape"][0]))
    names = ("record", *APPLIED, "time_us", "hand_written_us", "compiler")
    applied = [[one[name] for name in names] for one in device["configurations"]]
    assert sorted(applied, key=str) == sorted(finals, key=str) and len(files) > 5
    assert left_out == OF_THE_SEARCH_ALONE


def test_a_candidate_out_of_its_space_is_not_exported(folder, tmp_path):
    changed = edited(folder, tmp_path, lambda line: None)
    odd = {"tile_i": [3, 3, 3], "tile_j": [1, 1, 1]}
    lines = changed.path.read_text().splitlines()
    first = json.loads(lines[1])
    lines[1] = json.dumps({**first, "knobs": odd, "key": key(first["shape"], odd)})
    changed.path.write_text("\n".join(lines) + "\n")
    written, left_out = export_database(Record.read(changed.path), tmp_path / "out")
    assert left_out == 1 and written > 10


def test_a_record_of_another_tvm_is_told_and_not_exported(folder, tmp_path, capsys):
    def change(line):
        line["versions"] = line["versions"] | {"apache-tvm": "0.26.0"}

    changed = edited(folder, tmp_path, change)
    with pytest.raises(UserError, match="is of TVM 0.26.0, this is 0.27.*: tune again"):
        export_database(changed, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    with pytest.raises(SystemExit) as end:
        main(["best", str(changed.path)])
    assert end.value.code == 0
    assert "is of TVM 0.26.0, this is 0.27" in capsys.readouterr().err


def test_a_record_is_told_where_nobody_reads(folder):
    """Standard output may be closed: `tune best RECORD >&-`."""
    command = [sys.executable, "-m", "tune", "best", str(folder / "some.jsonl")]
    closed = ["sh", "-c", 'exec "$@" >&-', "sh", *command]
    done = subprocess.run(closed, cwd=ROOT, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


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
    assert all(1 <= trials <= ranking.points for trials in ranking.trials())
    assert all(value == 1.0 for value in ranking.best_after(10_000))
    (whole,) = simulate_record(record, ["ranking"], seeds=3, share=1.0)
    assert whole.trials() == [len(curve) for curve in whole.curves]


@pytest.mark.parametrize(("name", "whole"), [("some", False), ("grid", True)])
def test_a_part_of_a_space_is_said_to_be_one(folder, name, whole):
    told = []
    record = Record.read(folder / f"{name}.jsonl", told.append)
    (found,) = simulate_record(record, ["random"], seeds=1)
    assert found.points == len(record.entries)
    points = len(load_space(record).points)
    said_so = f"64,64,64: 40 of the {points} candidates that the space allows are measured, those "
    said_so += "that random chose: the figures are of this part alone"
    assert told == ([] if whole else [said_so])


def test_a_replay_leaves_out_what_the_space_allows_no_more():
    told = []
    record = Record.read(ROOT / "docs/tuning/hgemm_wgmma_h200-nvidia-h200.jsonl", told.append)
    found = simulate_record(record, ["grid"], seeds=1, trials=2)
    assert [one.points for one in found] == 3 * [30]
    assert [text.partition(": ")[2] for text in told] == 3 * [
        "12 candidates that the space allows no more are left out"
    ]


def test_a_part_that_a_strategy_chose_is_no_fair_sample(folder, tmp_path):
    told = []
    changed = edited(folder, tmp_path, lambda line: line.update(strategy="ranking"))
    changed.notice = told.append
    simulate_record(changed, ["random"], seeds=1)
    assert "that ranking chose" in told[0] and told[0].endswith("is no fair sample of the space")


def test_a_matrix_vector_product_is_told_in_bytes(capsys):
    """As on the page: its arithmetic says little of it."""
    name = "gemv_f16_h200-nvidia-h200"
    with pytest.raises(SystemExit):
        main(["best", str(ROOT / f"docs/tuning/{name}.jsonl"), "--count", "1"])
    out = capsys.readouterr().out
    assert "GB/s" in out and "FLOP/s" not in out
    rows = rows_of((ROOT / f"docs/tuning/{name}.html").read_text(), "shapes")[1:]
    speeds = re.findall(r"([\d.]+) GB/s +[\d.]+, winner", out)
    assert len(speeds) == len(rows) == 6 and {row[3].partition(" ")[2] for row in rows} == {"GB/s"}


def test_simulate_and_best_and_report_print(folder, tmp_path):
    file = str(folder / "grid.jsonl")
    run = CliRunner().invoke
    out = tmp_path / "curves.json"
    done = run(cli, ["simulate", file, "--seeds", "2", "--strategy", "random", "--json", str(out)])
    assert done.exit_code == 0, done.output
    (found,) = json.loads(out.read_text())
    assert found["strategy"] == "random" and len(found["curves"]) == 2
    done = run(cli, ["simulate", file, "--seeds", "1", "--percent", "99.5"])
    assert "to 99.5 % of the best" in " ".join(done.output.split())
    for percent in ("0", "100.5", "nan"):
        with pytest.raises(UserError, match=f"--percent {percent}: above 0 and at most 100"):
            run(cli, ["simulate", file, "--percent", percent], catch_exceptions=False)
    done = run(cli, ["best", file, "--count", "2"])
    assert done.exit_code == 0
    record = Record.read(folder / "grid.jsonl")
    assert record.best()[0].key.partition(" ")[2] in done.output
    (row,) = [row for row in done.output.splitlines() if ", winner" in row]
    (winner,) = winners(record)
    assert winner["key"].partition(" ")[2] in row and digits(winner["time_us"]) in row
    done = run(cli, ["report", file, "--out", str(tmp_path / "page.html")])
    assert done.exit_code == 0 and (tmp_path / "page.html").exists()


@pytest.mark.parametrize("command", [["report", "--out"], ["simulate", "--seeds", "1", "--json"]])
@pytest.mark.parametrize("name", ["some.jsonl", "none.jsonl"])
def test_no_output_takes_a_records_place(folder, tmp_path, capsys, command, name):
    (tmp_path / "some.jsonl").write_bytes(before := (folder / "some.jsonl").read_bytes())
    with pytest.raises(SystemExit) as end:
        main([*command, str(tmp_path / name), str(folder / "grid.jsonl")])
    assert end.value.code == 2
    (said_so,) = capsys.readouterr().err.splitlines()
    assert f"{command[-1]} {tmp_path / name}: files in .jsonl are records" in said_so
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [before]
