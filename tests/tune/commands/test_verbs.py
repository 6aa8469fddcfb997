"""Each verb once: what it prints, and that its --json has the form of its kind."""

from __future__ import annotations

import json
import re

import click
import pytest
from conftest import ROOT, items
from tune_fakes import FakeMeasurer, job_text
from tune_records import final_of, invoke

from schedules.schemas import KINDS
from tune.commands import cli
from tune.engine import tuning
from tune.records.record import Record

# What serves, and forms themselves.
WITHOUT = {"completion", "help", "schema"}


def test_every_command_has_the_flag(capsys):
    context = click.Context(cli)
    for name in set(cli.list_commands(context)) - WITHOUT:
        (flag,) = [one for one in cli.get_command(context, name).params if "--json" in one.opts]
        assert flag.is_flag and set(re.findall(r"schema ([\w-]+)", flag.help)) <= set(KINDS), name
    code, out, _ = invoke(capsys, "schema")
    assert code == 0 and "workload" in json.loads(out)["properties"]


def test_a_committed_record_by_its_jobs_name(capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    code, out, err = invoke(capsys, "best", "hgemm_h200", "--count", "2", "--json")
    found = items(out, "candidates")
    assert code == 0 and "its record is docs/tuning/hgemm_h200-nvidia-h200.jsonl.gz" in err
    assert sorted(one["shape"][0] for one in found) == [2048, 4096, 8192]
    assert all(len(one["candidates"]) >= 2 for one in found)
    assert all(any(each["confirmed_us"] for each in one["candidates"]) for one in found)


def test_spaces(tmp_path, capsys):
    file = tmp_path / "some.toml"
    shapes = "shapes = [[64, 64, 64], [64, 64, 128], [32, 64, 64]]"
    file.write_text(job_text().replace("shape = [64, 64, 64]", shapes))
    code, out, _ = invoke(capsys, "space", str(file))
    # K is none of its knobs.
    assert code == 0 and [line.strip() for line in out.splitlines() if " at [" in line] == [
        "sgemm_cpu at [64, 64, 64], [64, 64, 128]",
        "sgemm_cpu at [32, 64, 64]",
    ]
    code, out, _ = invoke(capsys, "space", str(file), "--json")
    first, *_ = items(out, "spaces")
    assert 0 < sum(one["removes"] for one in first["restrictions"]) < first["size"]
    assert first["knobs"][0]["options"]


def test_a_plan_a_run_and_a_confirmation(job, tmp_path, capsys, monkeypatch):
    job(trials=3)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tuning, "measurer_of", lambda _: pytest.fail("measured"))
    code, out, _ = invoke(capsys, "run", "some.toml", "--dry-run", "--json")
    (planned,) = items(out, "plans")
    assert code == 0 and planned["trials"] == 3 and planned["hand_written"] == 1
    assert planned["allowed"] < planned["size"] and planned["first"].startswith("64x64x64 tile_i=")
    code, out, _ = invoke(capsys, "run", "hgemm_h200", "--dry-run")
    assert code == 0 and "for sm_90" in out, "a GPU's, without one"
    assert [path.name for path in tmp_path.iterdir()] == ["some.toml"]
    monkeypatch.setattr(tuning, "measurer_of", lambda _: FakeMeasurer())
    for words in (
        ("run", "some.toml", "--record", "some.jsonl"),
        ("resume", "some.jsonl", "--confirm-only"),
    ):
        code, out, err = invoke(capsys, *words, "--json")
        assert code == 0, err
        (won,) = items(out, "winners")
        assert won["record"] == "some.jsonl" and won["file"] == "gemm/sgemm_cpu:parallel"
        assert won["key"] in Record.read(tmp_path / "some.jsonl").entries_by_key


def test_what_is_made_of_a_record(folder, tmp_path, tuned_folder, capsys):
    path, page, base = folder / "some.jsonl", tmp_path / "page.html", tmp_path / "base"
    record = Record.read(path)
    code, out, _ = invoke(capsys, "best", str(path), "--count", "2")
    (row,) = [row for row in out.splitlines() if ", winner" in row]
    assert code == 0 and final_of(record)["key"].partition(" ")[2] in row
    code, out, _ = invoke(capsys, "report", str(path), "--out", str(page), "--json")
    made = {"path": str(page), "state": "written", "bytes": page.stat().st_size}
    assert code == 0 and items(out, "files") == [made]
    code, out, _ = invoke(capsys, "export", str(path), str(base), "--json")
    (gone,) = items(out, "exchanges")
    assert code == 0 and gone["candidates"] > 10 and gone["left_out"] == 0
    code, out, _ = invoke(capsys, "apply", str(path), "--json")
    (applied,) = items(out, "applied")
    assert code == 0 and applied["reference"].startswith("gemm/sgemm_cpu:parallel@")
    assert applied["shape"] == [64, 64, 64] and "block_i" in applied["tile"]
    assert str(tuned_folder) in applied["file"]
