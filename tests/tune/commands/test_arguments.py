"""The command line: what it takes, and how it refuses."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner
from conftest import ROOT, items
from tune_records import invoke, page_of, rows_of

from gpusim.errors import UserError
from schedules.commands import main as schedules_main
from schedules.measure.publishing.units import short_digits
from tune.commands import cli, main
from tune.records.record import Record
from tune.winners import winners


@pytest.mark.parametrize("command", ["best", "report", "apply", "simulate", "resume"])
def test_a_file_of_another_kind_is_no_record(tmp_path, capsys, command):
    path = tmp_path / "page.html"
    path.write_text("<!doctype html>")
    code, _, err = invoke(capsys, command, str(path))
    assert code == 2 and len(err.splitlines()) == 1
    assert "page.html is neither a record (.jsonl) nor a job" in err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("run", "sgemm_cp"), "did you mean 'sgemm_cpu'"),
        (("run", "sgemm_cpu", "--trials", "0"), "budget.trials = 0"),
        (("run", "sgemm_cpu", "--strategy", "rnadom"), "did you mean 'random'"),
        (("spcae", "sgemm_cpu"), "did you mean 'space'"),
        (("best", "none.jsonl"), "cannot read none.jsonl"),
        (("resume", "none.jsonl"), "no such record: none.jsonl"),
        (
            ("resume", "one.jsonl", "--record", "other.jsonl"),
            "--record other.jsonl differs from one.jsonl",
        ),
        (
            ("run", "sgemm_cpu", "--record", "x.json"),
            "x.json: the name of a record must end in .jsonl",
        ),
        (("resume", "x.jsonl", "--confirm-only", "--trials", "9"), "leave out --trials and --min"),
        (("resume", "x.jsonl", "--confirm-only", "--minutes", "9"), "leave out --trials and --min"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(capsys, arguments, says):
    code, out, err = invoke(capsys, *arguments)
    assert code == 2 and says in err and len(err.splitlines()) == 1 and not out


@pytest.mark.parametrize("command", ["best", "report", "apply", "simulate"])
def test_a_record_without_candidates_is_refused_alike(job, tmp_path, capsys, command):
    path = tmp_path / "r.jsonl"
    path.write_text(json.dumps({"type": "run", "job": job().text()}) + "\n")
    code, _, err = invoke(capsys, command, str(path))
    assert code == 2 and "r.jsonl has no candidates yet: measure some with `tune resume" in err


@pytest.mark.parametrize("program", [main, schedules_main])
@pytest.mark.parametrize(
    ("full", "code", "says"), [(False, 0, ""), (True, 2, "cannot write the output: No space")]
)
def test_output_that_nobody_reads_or_holds(monkeypatch, capsys, program, full, code, says):
    """As `| head -1` and `> /dev/full`."""
    reading, writing = os.pipe()
    os.close(reading)
    with open("/dev/full" if full else writing, "w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        with pytest.raises(SystemExit) as end:
            program(["schema" if program is main else "list"])
        monkeypatch.undo()
    assert end.value.code == code
    err = capsys.readouterr().err
    assert says in err and len(err.splitlines()) == bool(says)


def test_schema_is_json(capsys):
    code, out, _ = invoke(capsys, "schema")
    assert code == 0
    assert "workload" in json.loads(out)["properties"]


def test_a_record_is_told_where_nobody_reads(folder):
    """Standard output may be closed: `tune best RECORD >&-`."""
    command = [sys.executable, "-m", "tune", "best", str(folder / "some.jsonl")]
    closed = ["sh", "-c", 'exec "$@" >&-', "sh", *command]
    done = subprocess.run(closed, cwd=ROOT, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_matrix_vector_product_is_told_in_bytes(capsys):
    """As on the page: its arithmetic says little of it."""
    name = "gemv_f16_h200-nvidia-h200"
    with pytest.raises(SystemExit):
        main(["best", str(ROOT / f"docs/tuning/{name}.jsonl"), "--count", "1"])
    out = capsys.readouterr().out
    assert "GB/s" in out and "FLOP/s" not in out
    rows = rows_of(page_of(name), "shapes")[1:]
    speeds = re.findall(r"([\d.]+) GB/s +[\d.]+, winner", out)
    assert len(speeds) == len(rows) == 6 and {row[3].partition(" ")[2] for row in rows} == {"GB/s"}


def test_simulate_and_best_and_report_print(folder, tmp_path):
    file = str(folder / "grid.jsonl")
    run = CliRunner().invoke
    done = run(cli, ["simulate", file, "--seeds", "2", "--strategy", "random", "--json"])
    assert done.exit_code == 0, done.output
    (found,) = items(done.stdout, "simulations")
    assert found["strategy"] == "random" and len(found["curves"]) == 2
    assert found["interval"] == [found["trials"]] * 2 and found["trials"] >= 1
    done = run(cli, ["simulate", file, "--seeds", "1", "--percent", "99.5"])
    assert "to 99.5 % of the best" in " ".join(done.output.split())
    for percent in ("0", "100.5", "nan"):
        with pytest.raises(
            UserError, match=f"--percent {percent}: must be above 0 and at most 100"
        ):
            run(cli, ["simulate", file, "--percent", percent], catch_exceptions=False)
    no_predictions = ["simulate", file, "--predictions", file]
    with pytest.raises(UserError, match="has no predictions for"):
        run(cli, no_predictions, catch_exceptions=False)
    done = run(cli, ["best", file, "--count", "2"])
    assert done.exit_code == 0
    record = Record.read(folder / "grid.jsonl")
    assert record.best()[0].key.partition(" ")[2] in done.output
    (row,) = [row for row in done.output.splitlines() if ", winner" in row]
    (winner,) = winners(record)
    assert winner["key"].partition(" ")[2] in row and short_digits(winner["time_us"]) in row
    done = run(cli, ["report", file, "--out", str(tmp_path / "page.html")])
    assert done.exit_code == 0 and (tmp_path / "page.html").exists()


@pytest.mark.parametrize("name", ["some.jsonl", "none.jsonl"])
def test_no_output_takes_a_records_place(folder, tmp_path, capsys, name):
    (tmp_path / "some.jsonl").write_bytes(before := (folder / "some.jsonl").read_bytes())
    with pytest.raises(SystemExit) as end:
        main(["report", "--out", str(tmp_path / name), str(folder / "grid.jsonl")])
    assert end.value.code == 2
    (said_so,) = capsys.readouterr().err.splitlines()
    assert f"--out {tmp_path / name}: a .jsonl file is a record" in said_so
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [before]
