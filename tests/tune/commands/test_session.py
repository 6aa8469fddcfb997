"""Runs in a terminal: killed, interrupted, told to end, and with nothing faked."""

from __future__ import annotations

import os
import signal

import pytest
from tune_fakes import FakeMeasurer, held, job_text, measured_keys, run, timed_briefly
from tune_records import invoke

from tune.commands import session
from tune.engine import tuning
from tune.records.record import Record


@pytest.mark.exhaustive
def test_killed_in_the_middle_then_taken_up_again(job, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    timed_briefly(monkeypatch)
    monkeypatch.setattr(tuning, "measurer_of", lambda _: FakeMeasurer())
    one, path = job(trials=30), tmp_path / "r.jsonl"
    whole = tmp_path / "whole.jsonl"
    run(one, whole)
    process = held(tmp_path, "run", "some.toml", "--record", "r.jsonl", after=6)
    code, _, error = invoke(capsys, "resume", "some.toml", "--record", "r.jsonl")
    assert code == 2 and "another run is writing" in error
    process.send_signal(signal.SIGKILL)
    process.communicate()
    left = measured_keys(path)
    assert len(left) == 6 and path.read_bytes().endswith(b"\n")
    with path.open("a") as file:
        file.write('{"type":"candidate","key":"64x6')  # what a machine that lost power leaves
    code, _, error = invoke(capsys, "resume", "r.jsonl")
    assert code == 0, error
    assert "incomplete last line" in error
    assert measured_keys(path) == measured_keys(whole)


def test_ctrl_c_keeps_what_was_measured(job, tmp_path):
    job(trials=200)
    path = tmp_path / "r.jsonl"
    process = held(tmp_path, "run", "some.toml", "--record", "r.jsonl", after=5)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate()
    assert process.returncode == 130
    assert error.splitlines()[-1].startswith("tune: interrupted; measurements are in r.jsonl")
    assert "Traceback" not in error
    assert len(measured_keys(path)) == 5


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_run_that_is_told_to_end_does_so_as_by_ctrl_c(job, tmp_path, monkeypatch, capsys, number):
    monkeypatch.setattr(tuning, "start", lambda *_, **__: os.kill(os.getpid(), number))
    # Under nohup the tests themselves ignore SIGHUP.
    before = signal.signal(number, signal.SIG_DFL)
    try:
        assert session.tune(job(), tmp_path / "r.jsonl", resume=False) == 128 + number
        assert "interrupted; nothing was measured yet" in capsys.readouterr().err
        (tmp_path / "r.jsonl").write_text("{}\n")
        assert session.tune(job(), tmp_path / "r.jsonl", resume=False) == 128 + number
        assert signal.getsignal(number) == signal.SIG_DFL
        assert "continue with `tune resume" in capsys.readouterr().err
        session.tune(job(), tmp_path / "r.jsonl", resume=True, search=False)
    finally:
        signal.signal(number, before)
    assert "r.jsonl --confirm-only`" in capsys.readouterr().err


@pytest.mark.exhaustive
def test_a_cpu_job_runs_with_nothing_faked(tmp_path, capsys, monkeypatch):
    """Built, verified, timed and confirmed; each candidate once at rest and once under load."""
    timed_briefly(monkeypatch)
    path = tmp_path / "r.jsonl"
    file = tmp_path / "some.toml"
    # tests/tune/measuring/test_pool.py has two.
    file.write_text(job_text(trials=2) + "[measure]\nbuilders = 1\n")
    code, out, err = invoke(capsys, "run", str(file), "--record", str(path))
    assert code == 0, err
    record = Record.read(path)
    assert [entry.kind for entry in record.entries] == ["ok"] * 2
    assert record.finals[0]["key"].partition(" ")[2] in out


def test_a_run_adds_to_a_database_and_another_starts_with_it(job, tmp_path, monkeypatch, capsys):
    timed_briefly(monkeypatch)
    measurers = []
    monkeypatch.setattr(
        tuning, "measurer_of", lambda _: measurers.append(FakeMeasurer()) or measurers[-1]
    )
    folder, paths = tmp_path / "work", [tmp_path / "one.jsonl", tmp_path / "other.jsonl"]
    assert session.tune(job(trials=12), paths[0], resume=False, work_dir=folder) == 0
    right = {entry.key for entry in Record.read(paths[0]).entries if entry.time_us}
    assert f"added {len(right)} candidates to the database" in capsys.readouterr().err
    measurers.clear()
    assert session.tune(job(trials=20), paths[1], resume=False, work_dir=folder) == 0
    found = Record.read(paths[1]).entries
    assert right < {entry.key for entry in found} and len(found) == 20
    assert not right & {key for key in measurers[0].log if " again" not in key}
    new = sum(entry.time_us is not None for entry in found) - len(right)
    assert f"added {new} candidates to the database" in capsys.readouterr().err
