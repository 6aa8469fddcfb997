"""The command line: what it refuses, in one line and with status 2."""

from __future__ import annotations

import json

import pytest
from tune_records import invoke


@pytest.mark.parametrize("command", ["best", "report", "apply", "resume"])
def test_a_file_of_another_kind_is_no_record(tmp_path, capsys, command):
    path = tmp_path / "page.html"
    path.write_text("<!doctype html>")
    code, _, err = invoke(capsys, command, str(path))
    assert code == 2 and len(err.splitlines()) == 1
    assert "page.html is neither a record (.jsonl, .jsonl.gz) nor a job" in err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("run", "sgemm_cp"), "did you mean 'sgemm_cpu'"),
        (("run", "sgemm_cpu", "--trials", "0"), "budget.trials = 0"),
        (("run", "sgemm_cpu", "--strategy", "rnadom"), "did you mean 'random'"),
        (("spcae", "sgemm_cpu"), "did you mean 'space'"),
        (("best", "none.jsonl"), "cannot read none.jsonl"),
        (("best", "none.jsonl.gz"), "cannot read none.jsonl.gz"),
        (("resume", "none.jsonl"), "no such record: none.jsonl"),
        (("resume", "one.jsonl", "--record", "other.jsonl"), "differs from one.jsonl"),
        (("run", "sgemm_cpu", "--record", "x.jsonl.gz"), "a record must end in .jsonl"),
        (("resume", "x.jsonl", "--confirm-only", "--trials", "9"), "leave out --trials and --min"),
        (("report", "sgemm_h200", "--out", "x.jsonl"), "--out x.jsonl: this file is a record"),
        (
            ("run", "sgemm_cpu", "--predict-only"),
            "predicts GPU kernels, and sgemm_cpu is",
        ),
        (("run", "sgemm_h200", "--predict-only", "--dry-run"), "leave out --dry-run"),
        (("run", "sgemm_h200", "--predict-only", "--chip", "h20"), "did you mean 'h200'"),
        (("run", "sgemm_h200", "--chip", "h200"), "--chip requires --predict-only"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(capsys, arguments, says):
    code, out, err = invoke(capsys, *arguments)
    lines = [line for line in err.splitlines() if "cannot run here" not in line]
    assert code == 2 and says in err and len(lines) == 1 and not out


@pytest.mark.parametrize("command", ["best", "report", "apply"])
def test_a_record_without_candidates_is_refused_alike(job, tmp_path, capsys, command):
    path = tmp_path / "r.jsonl"
    path.write_text(json.dumps({"type": "run", "job": job().text()}) + "\n")
    code, _, err = invoke(capsys, command, str(path))
    assert code == 2 and "r.jsonl has no candidates yet: measure some with `tune resume" in err
