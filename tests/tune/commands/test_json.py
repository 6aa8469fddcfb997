"""What tune prints with --json has the form of its kind."""

from __future__ import annotations

import re

import click
import pytest
from conftest import ROOT, items
from tune_fakes import FakeMeasurer
from tune_records import invoke

from schedules.schemas import KINDS
from tune.commands import cli, main
from tune.engine import tuning
from tune.records.record import Record

# What serves, and forms themselves.
WITHOUT = {"completion", "help", "schema", "tracker", "worker"}


def test_every_command_has_the_flag():
    context = click.Context(cli)
    for name in set(cli.list_commands(context)) - WITHOUT:
        (flag,) = [one for one in cli.get_command(context, name).params if "--json" in one.opts]
        assert flag.is_flag and set(re.findall(r"schema ([\w-]+)", flag.help)) <= set(KINDS), name


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (("best", "sgemm_h200", "--count", "2"), "candidates"),
        (("space", "sgemm_h200"), "spaces"),
        (("space", "sgemm_auto"), "spaces"),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, tuple) else one,
)
def test_a_document(capsys, monkeypatch, arguments, kind):
    monkeypatch.chdir(ROOT)
    with pytest.raises(SystemExit) as ended:
        main([*arguments, "--json"])
    found = items(capsys.readouterr().out, kind)
    assert ended.value.code == 0 and all(one["shape"] for one in found)
    if kind == "candidates":
        # Two at least, and what was confirmed.
        assert all(len(one["candidates"]) >= 2 for one in found)
        assert any(each["confirmed_us"] for one in found for each in one["candidates"])
    elif "auto" in arguments[1]:
        assert found[0]["size"] is None
    else:
        removed = sum(one["removes"] for one in found[0]["restrictions"])
        assert 0 < removed < found[0]["size"] and found[0]["knobs"][0]["options"]


def test_runs_print_their_winners(job, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(tuning, "measurer_of", lambda _: FakeMeasurer())
    job(trials=3)
    monkeypatch.chdir(tmp_path)
    plan = invoke(capsys, "run", "some.toml", "--dry-run", "--json")
    (planned,) = items(plan[1], "plans")
    assert plan[0] == 0 and planned["trials"] == 3 and planned["hand_written"] == 1
    assert planned["allowed"] < planned["size"] and planned["first"].startswith("64x64x64 tile_i=")
    for words in (("run", "some.toml"), ("resume", "some.jsonl", "--confirm-only")):
        record = ("--record", "some.jsonl") if words[0] == "run" else ()
        code, out, err = invoke(capsys, *words, *record, "--json")
        assert code == 0, err
        (won,) = items(out, "winners")
        assert won["record"] == "some.jsonl" and won["file"] == "gemm/sgemm_cpu:parallel"
        assert won["key"] in Record.read(tmp_path / "some.jsonl").entries_by_key


def test_what_is_made_of_a_record(folder, tmp_path, tuned_folder, capsys, monkeypatch):
    record, page = str(folder / "some.jsonl"), tmp_path / "page.html"
    code, out, _ = invoke(capsys, "report", record, "--out", str(page), "--json")
    assert code == 0
    assert items(out, "files") == [
        {"path": str(page), "state": "written", "bytes": page.stat().st_size}
    ]
    code, out, _ = invoke(capsys, "export", record, str(tmp_path / "base"), "--json")
    (gone,) = items(out, "exchanges")
    assert code == 0 and gone["path"] == str(tmp_path / "base")
    assert gone["candidates"] > 10 and gone["left_out"] == 0
    back = ("--record", str(tmp_path / "back.jsonl"), "--json")
    code, out, _ = invoke(
        capsys, "import", str(tmp_path / "base"), str(folder / "some.toml"), *back
    )
    (come,) = items(out, "exchanges")
    assert code == 0 and come == {**gone, "path": back[1]}
    code, out, _ = invoke(capsys, "apply", record, "--json")
    (applied,) = items(out, "applied")
    assert code == 0 and applied["reference"].startswith("gemm/sgemm_cpu:parallel@")
    assert applied["shape"] == [64, 64, 64] and "block_i" in applied["tile"]
    assert str(tuned_folder) in applied["file"]
