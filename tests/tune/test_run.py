"""Runs: what is measured, what survives, how they end. The measurer alone is a fake."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
import tune_fakes
from tune_fakes import FakeMeasurer, job_text, time_of

import tune.cli
import tune.run
from schedules.catalog import ladder
from schedules.commands import main as schedules_main
from schedules.errors import NoGpu, UserError
from schedules.lowering.kernel_text import text_fingerprint
from tune.cli import changed, main
from tune.exchange import Silent
from tune.jobs import load
from tune.measure.build import emitted
from tune.rate import Rate
from tune.records import Record
from tune.run import recorded_job, start
from tune.space import Candidate, find, key
from tune.view import Lines, Panel


class Told(Silent):
    def __init__(self):
        self.lines = []

    def say(self, text):
        self.lines.append(text)


@pytest.fixture
def job(tmp_path):
    def make(**said):
        file = tmp_path / "some.toml"
        file.write_text(job_text(**said))
        return load(file)

    return make


@pytest.fixture
def small_populations(monkeypatch):
    tune_fakes.small(monkeypatch)


def measured(path) -> list[str]:
    """Keys of the candidates' lines, in order."""
    lines = map(json.loads, path.read_text().splitlines())
    return [one["key"] for one in lines if one["type"] == "candidate"]


def run(job, path, *, resume=False, measurer=None, told=None):
    measurer = measurer or FakeMeasurer()
    return start(job, path, told or Told(), resume=resume, opened=lambda _: measurer)


# --- a run ----------------------------------------------------------------------------------------


def test_a_run_measures_its_budget_and_confirms_the_winner(job, tmp_path):
    path = tmp_path / "r.jsonl"
    measurer = FakeMeasurer()
    (winner,) = run(job(trials=40), path, measurer=measurer)
    record = Record.read(path)
    assert len(record.entries) == 40 == len(set(measured(path)))
    assert {entry.kind for entry in record.entries} == {"ok", "time-out"}
    best, second = record.best(count=2)
    assert (winner.key, winner.time_us, winner.runner_up_us) == (
        best.key,
        best.time_us,
        second.time_us,
    )
    # The rung's own tile is the first candidate and one that the winner is held against.
    own = measured(path)[0]
    assert winner.hand_written_us == next(e.time_us for e in record.entries if e.key == own)
    again = [key for key in measurer.log if " again " in key]
    keys = dict.fromkeys([*(one.key for one in record.best(count=tune.run.CONTESTANTS)), own])
    assert again == [f"{key} again {turn}" for turn in (1, 2, 3) for key in keys]
    assert measurer.closed
    assert record.finals[0]["key"] == best.key


def test_a_line_has_all_it_takes_to_build_the_candidate_again(job, tmp_path):
    path = tmp_path / "r.jsonl"
    one = job(trials=5)
    run(one, path)
    record = Record.read(path)
    space = one.space_at((64, 64, 64), one.arch)
    for entry in record.entries:
        line = record.line(entry)
        candidate = space.candidate(space.point(line["knobs"]))
        assert candidate.schedule == line["schedule"]
        assert candidate.task.knobs == line["tile"]
        assert json.loads(json.dumps(candidate.trace)) == line["trace"]
        assert {"device", "versions", "arch", "source", "seed"} <= line.keys()
        if line["kind"] == "ok":
            assert line["times_us"] == [time_of(candidate.task)]
        else:
            assert line["message"]


@pytest.mark.parametrize("strategy", ["grid", "random", "ranking"])
def test_the_same_seed_gives_the_same_record(job, tmp_path, strategy):
    paths = [tmp_path / "one.jsonl", tmp_path / "other.jsonl"]
    for path in paths:
        run(job(strategy=strategy, trials=30), path)
    assert measured(paths[0]) == measured(paths[1])


def test_evolution_measures_and_goes_on(job, tmp_path, small_populations):
    path = tmp_path / "r.jsonl"
    run(job(strategy="evolutionary", trials=10), path)
    run(job(strategy="evolutionary", trials=14), path, resume=True)
    assert len(set(measured(path))) == 14 == len(measured(path))


def test_the_generated_space_is_tuned(tmp_path):
    file = tmp_path / "auto.toml"
    text = job_text(strategy="random", trials=6)
    file.write_text(text.replace('"sgemm_cpu"', '"auto"'))

    class Any(FakeMeasurer):
        def measure(self, tasks):
            from tune.task import Outcome

            for task in tasks:
                assert bool(task.trace) != bool(task.knobs)
                yield task, Outcome("ok", times_us=(float(len(task.trace or "")) or 1.0,))

    (winner,) = run(load(file), tmp_path / "r.jsonl", measurer=Any())
    # The rung's own tile is no candidate, and timed beside the winner all the same.
    assert winner.hand_written_us == 1.0 < winner.time_us
    entries = Record.read(tmp_path / "r.jsonl").entries
    assert len(entries) == 6 and winner.key in {entry.key for entry in entries}


def test_minutes_end_a_run_as_trials_do(job, tmp_path):
    path = tmp_path / "r.jsonl"
    one = job(trials=200)
    record = Record.open(path)
    ticks = iter(range(0, 10_000, 4))
    tuning = tune.run.Tuning(
        one, record, "some CPU", Told(), lambda _: FakeMeasurer(), clock=lambda: float(next(ticks))
    )
    tuning.begin()
    tuning.run()
    record.close()
    # A minute by a clock that goes 4 s each time it is looked at.
    assert 3 <= len(measured(path)) <= 15


def test_a_space_smaller_than_the_budget_is_measured_whole(job, tmp_path):
    path = tmp_path / "r.jsonl"
    one = changed(job(strategy="grid", trials=2000), shapes=[[16, 16, 16]])
    run(one, path)
    assert len(set(measured(path))) == len(one.space_at((16, 16, 16), one.arch).points) < 100


def test_what_people_wrote_and_what_was_fast_elsewhere_comes_first(job, tmp_path):
    path = tmp_path / "r.jsonl"
    one = changed(job(trials=25), shapes=[[64, 64, 64], [128, 128, 64]])
    run(one, path)
    best = [entry.knobs for entry in Record.read(path).best((64, 64, 64), tune.run.BEST_ELSEWHERE)]
    space = one.space_at((128, 128, 64), one.arch)
    keys = [space.task(point).key for point in space.hand_written()]
    for knobs in best:
        # A split of 64 is none of 128.
        with pytest.raises(UserError):
            space.point(knobs)
    assert [key for key in measured(path) if key.startswith("128")][: len(keys)] == keys
    # Knobs that mean the same at every shape carry over.
    gemv = find("gemv").at(ladder("gemv/fast_gemv")["row_tile"], (512, 512), "sm_90")
    other = find("gemv").at(gemv.rung, (4096, 4096), "sm_90")
    known = Record(path)
    fastest = [other.values(point) for point in other.points[:2]]
    for at, knobs in enumerate([*fastest, {**fastest[0], "lanes": 7}]):
        known._take(line_of(other.shape, knobs, 1.0 + at), 0)
    written = gemv.hand_written()
    assert len(written) == 3, "row_tile, vectorized and rows_per_block differ by their tiles alone"
    allowed = [gemv.point(knobs) for knobs in fastest if not gemv.refusal(knobs)]
    assert tune.run.first_points(gemv, known) == [*written, *allowed]
    assert allowed


def line_of(shape, knobs, time_us):
    return {
        "type": "candidate",
        "key": str(knobs),
        "shape": shape,
        "knobs": knobs,
        "kind": "ok",
        "times_us": [time_us],
        "schedule": "",
    }


# --- the winner -----------------------------------------------------------------------------------


def test_a_winner_that_is_wrong_on_fresh_inputs_loses(job, tmp_path):
    path = tmp_path / "r.jsonl"
    run(job(trials=40), path)
    best, second = Record.read(path).best(count=2)
    told = Told()
    (winner,) = run(
        job(trials=40), path, resume=True, measurer=FakeMeasurer(wrong_again=[best.key]), told=told
    )
    assert winner.key == second.key
    assert any(best.key in text and "wrong on fresh inputs" in text for text in told.lines)
    assert Record.read(path).best()[0].key == second.key


def test_lucky_measurements_make_no_winner(job, tmp_path):
    """Slow once they are timed again, all leave the place to the hand-written tile."""
    path = tmp_path / "r.jsonl"
    run(job(trials=40), path)
    best = Record.read(path).best(count=tune.run.CONTESTANTS)
    lucky = FakeMeasurer(slow_again=[entry.key for entry in best])
    told = Told()
    (winner,) = run(job(trials=40), path, resume=True, measurer=lucky, told=told)
    assert winner.key == measured(path)[0]
    assert winner.time_us == winner.hand_written_us < winner.runner_up_us == 1000.0
    begun, said = told.lines
    count = tune.run.CONTESTANTS + 1
    assert f"confirming on fresh inputs: {count} candidates, each 3 times" in begun
    assert f"fastest, of {best[0].time_us:g} us, took 1000 us again" in said


@pytest.mark.parametrize(("name", "time_us"), [("sgemm_cpu", 10.0), ("hgemm_h200", 20.0)])
def test_of_the_turns_a_cpu_takes_the_least_and_a_gpu_the_median(tmp_path, name, time_us):
    from tune.task import Outcome, Task

    class Turns(FakeMeasurer):
        def measure(self, tasks):
            for task, took in zip(tasks, (30.0, 10.0, 20.0), strict=True):
                yield task, Outcome("ok", times_us=(took,))

    one = load(name)
    tuning = tune.run.Tuning(one, Record(tmp_path / "r.jsonl"), "some device", Told())
    candidate = Candidate(None, {}, Task("k", one.workload, (8, 8, 8), "any"), None, "")
    assert tuning._timed_again({"k": candidate}, Turns()) == ({"k": time_us}, {}, "")


def test_a_winner_is_confirmed_anew_without_a_search(job, tmp_path):
    path = tmp_path / "r.jsonl"
    run(job(trials=20), path)
    before = measured(path)
    asked, fake = [], FakeMeasurer()

    def opened(one):
        asked.append(one.measure)
        return fake

    (winner,) = start(job(trials=60), path, Told(), resume=True, search=False, opened=opened)
    assert measured(path) == before
    assert fake.closed and all(" again " in key for key in fake.log)
    assert [one.early_stop for one in asked] == [False]
    record = Record.read(path)
    assert [one["search"] for one in record.runs] == [True, False]
    assert record.searches == record.runs[:1]
    assert recorded_job(record).budget.trials == 20
    assert [line["key"] for line in record.finals] == [winner.key] * 2
    for line in record.finals:
        times = line["confirmed_us"]
        assert times[line["hand_written"]] == line["hand_written_us"]
        assert line["time_us"] == times[line["key"]] == min(times.values())


# Of the space's options, and against a restriction.
REFUSED = [{"tile_i": [1, 4, 16], "tile_j": [1, one, 64 // one]} for one in (1, 2)]
FOREIGN = [{"tile_i": [1, 1, 63]}, {"tile_i": [1, 63, 1]}]


def edit(path, change) -> list[str]:
    """Change the lines of the two fastest candidates; returns all keys, the fastest first."""
    keys = [entry.key for entry in Record.read(path).best(count=100)]
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines:
        if line.get("key") in keys[:2] and line["type"] == "candidate":
            change(line)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return keys


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            {"source": "before the edit", "schedule": "another"},
            "2 candidates are of a schedule that has changed since; they are left out until",
        ),
        (
            {"lowering": "before the edit", "kernel": "another"},
            "2 candidates are of a schedule that has changed since; they are left out until",
        ),
        # By hand, where no source has changed.
        ({"schedule": "another"}, "its schedule has changed since it was measured; it is left out"),
        (FOREIGN, "2 candidates are not in this space"),
        (REFUSED, "2 candidates are not in this space"),
    ],
)
def test_what_is_stale_or_foreign_is_not_confirmed_anew(job, tmp_path, change, says):
    path = tmp_path / "r.jsonl"
    run(job(trials=40), path)
    space = job().space_at((64, 64, 64), job().arch)
    assert all(space.point(one) and space.refusal(one) for one in REFUSED)
    others = iter(change)

    def edited(line):
        if isinstance(change, dict):
            line.update(change)
        else:
            knobs = next(others)
            line.update(knobs=knobs, key=key(line["shape"], knobs))

    keys = edit(path, edited)
    told, fake = Told(), FakeMeasurer()
    (winner,) = start(job(), path, told, resume=True, search=False, opened=lambda _: fake)
    assert winner.key == keys[2]
    assert any(says in text for text in told.lines)
    count = tune.run.CONTESTANTS
    asked = list(dict.fromkeys(key.partition(" again ")[0] for key in fake.log))
    assert asked[:count] == keys[2 : 2 + count] and len(asked) == count + 1


def test_a_candidates_sources_are_its_ladders_and_its_space(job, tmp_path):
    path = tmp_path / "r.jsonl"
    run(job(trials=1), path)
    line = json.loads(path.read_text().splitlines()[1])
    file = Path(tune.run.__file__).parent / "spaces/sgemm_cpu.py"
    assert line["source"] == tune.run.source_hash("gemm/sgemm_cpu:parallel", str(file))
    assert line["source"] != tune.run.source_hash("gemm/sgemm_cpu:parallel")


def test_the_compiler_is_kept_with_what_it_made(job, tmp_path):
    path = tmp_path / "r.jsonl"
    compilers = iter(["NVRTC 1.2", "nvcc 1.3"])

    def opened(_job):
        return FakeMeasurer(compiler=next(compilers))

    start(job(trials=10), path, Told(), resume=False, opened=opened)
    record = Record.read(path)
    for line in record.lines():
        assert line["compiler"] == ("NVRTC 1.2" if line["kind"] == "ok" else "")
    assert [line["compiler"] for line in record.finals] == ["nvcc 1.3"]


def test_a_run_in_which_nothing_was_right_says_so(job, tmp_path):
    class Failing(FakeMeasurer):
        def measure(self, tasks):
            from tune.task import Outcome

            for task in tasks:
                yield task, Outcome("crash", message="died by SIGSEGV")

    told = Told()
    assert run(job(trials=5), tmp_path / "r.jsonl", measurer=Failing(), told=told) == []
    assert told.lines == ["64x64x64: no candidate was right"]


def test_an_error_midway_says_where_what_was_measured_is(job, tmp_path):
    class Ending(FakeMeasurer):
        def measure(self, tasks):
            yield next(super().measure(tasks))
            raise NoGpu("the GPU is gone")

    path = tmp_path / "r.jsonl"
    with pytest.raises(NoGpu, match="the GPU is gone; what was measured is in .*`tune resume .*`"):
        run(job(), path, measurer=Ending())
    assert len(measured(path)) == 1
    with pytest.raises(NoGpu, match="what was confirmed is in .*`tune resume .* --confirm-only`"):
        start(job(), path, Told(), resume=True, search=False, opened=lambda _: Ending())


# --- records that are there already ---------------------------------------------------------------


def test_a_record_is_not_begun_twice_nor_resumed_before_it_is_begun(job, tmp_path):
    path = tmp_path / "r.jsonl"
    with pytest.raises(UserError, match="there is no .* to go on with"):
        run(job(), path, resume=True)
    run(job(), path)
    with pytest.raises(UserError, match="exists: `tune resume` goes on with it"):
        run(job(), path)


@pytest.mark.parametrize("strategy", ["grid", "random"])
def test_resuming_goes_on_where_an_uninterrupted_run_would_be(job, tmp_path, strategy):
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    run(job(strategy=strategy, trials=30), whole)
    run(job(strategy=strategy, trials=11), parts)
    run(job(strategy=strategy, trials=30), parts, resume=True)
    assert measured(parts) == measured(whole)


def test_a_record_of_another_tvm_is_refused(job, tmp_path, monkeypatch):
    path = tmp_path / "r.jsonl"
    run(job(), path)
    path.write_text(path.read_text().replace("0.27.0.post1", "0.26.0"))
    with pytest.raises(UserError, match="is of another TVM: 0.26.0"):
        run(job(), path, resume=True)


def test_a_changed_schedule_is_measured_anew(job, tmp_path):
    path = tmp_path / "r.jsonl"
    run(job(trials=10), path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    candidates = [line for line in lines if line["type"] == "candidate"]
    # As if the rung's file had been edited since, to the effect that three schedules differ.
    for line in candidates:
        line["source"] = "before the edit"
    for line in candidates[:3]:
        line["schedule"] = "another"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    told, measurer = Told(), FakeMeasurer()
    run(job(trials=10), path, resume=True, told=told, measurer=measurer)
    assert any("3 candidates are of a schedule that has changed" in text for text in told.lines)
    fresh = [key for key in measurer.log if " again " not in key]
    assert sorted(fresh) == sorted(line["key"] for line in candidates[:3])


def test_a_changed_lowering_asks_for_the_kernels_themselves(job, tmp_path, monkeypatch):
    path = tmp_path / "r.jsonl"
    one = job(trials=4)
    run(one, path)
    space = one.space_at((64, 64, 64), one.arch)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    candidates = [line for line in lines if line["type"] == "candidate"]
    for line in candidates[:3]:
        mod = space.schedule(space.point(line["knobs"])).mod
        line["kernel"] = text_fingerprint(emitted(mod, space.rung.build, "llvm", one.arch))
    candidates[2]["kernel"] = "another"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    monkeypatch.setattr(tune.run, "lowering_hash", lambda: "after the edit")
    told, measurer = Told(), FakeMeasurer()
    run(one, path, resume=True, told=told, measurer=measurer)
    # One kernel differs, of one nobody knows.
    assert any("2 candidates are of a schedule that has changed" in text for text in told.lines)
    fresh = [key for key in measurer.log if " again " not in key]
    assert sorted(fresh) == sorted(line["key"] for line in candidates[2:])


# --- accidents ------------------------------------------------------------------------------------


def program(folder, *arguments, pause_s: float = 0.0):
    environment = {**os.environ, "FAKE_PAUSE_S": str(pause_s)}
    return subprocess.Popen(
        [sys.executable, tune_fakes.__file__, *arguments],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(path, lines: int) -> None:
    deadline = time.monotonic() + 60
    while not path.exists() or path.read_bytes().count(b"\n") < lines:
        assert time.monotonic() < deadline, "the run wrote nothing"
        time.sleep(0.02)


def test_killed_in_the_middle_then_taken_up_again(job, tmp_path):
    one, path = job(trials=30), tmp_path / "r.jsonl"
    whole = tmp_path / "whole.jsonl"
    run(one, whole)
    process = program(tmp_path, "run", "some.toml", "--record", "r.jsonl", pause_s=0.4)
    wait_for(path, 6)
    other = program(tmp_path, "resume", "some.toml", "--record", "r.jsonl")
    _, error = other.communicate()
    assert other.returncode == 2 and "another run is writing" in error
    process.send_signal(signal.SIGKILL)
    process.communicate()
    left = measured(path)
    assert 5 <= len(left) < 30 and path.read_bytes().endswith(b"\n")
    with path.open("a") as file:
        file.write('{"type":"candidate","key":"64x6')  # what a machine that lost power leaves
    again = program(tmp_path, "resume", "r.jsonl")
    _, error = again.communicate()
    assert again.returncode == 0, error
    assert "torn" in error
    assert measured(path) == measured(whole)


def test_ctrl_c_keeps_what_was_measured(job, tmp_path):
    job(trials=200)
    path = tmp_path / "r.jsonl"
    process = program(tmp_path, "run", "some.toml", "--record", "r.jsonl", pause_s=0.05)
    wait_for(path, 5)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate()
    assert process.returncode == 130
    assert error.splitlines()[-1].startswith("tune: interrupted; what was measured is in r.jsonl")
    assert "Traceback" not in error
    assert len(measured(path)) >= 4


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_run_that_is_told_to_end_does_so_as_by_ctrl_c(job, tmp_path, monkeypatch, capsys, number):
    monkeypatch.setattr(tune.run, "start", lambda *_, **__: os.kill(os.getpid(), number))
    # Under nohup the tests themselves ignore SIGHUP.
    before = signal.signal(number, signal.SIG_DFL)
    try:
        assert tune.cli.tune(job(), tmp_path / "r.jsonl", resume=False) == 128 + number
        assert "interrupted; nothing was measured yet" in capsys.readouterr().err
        (tmp_path / "r.jsonl").write_text("{}\n")
        assert tune.cli.tune(job(), tmp_path / "r.jsonl", resume=False) == 128 + number
        assert signal.getsignal(number) == signal.SIG_DFL
        assert "r.jsonl` goes on" in capsys.readouterr().err
        tune.cli.tune(job(), tmp_path / "r.jsonl", resume=True, search=False)
    finally:
        signal.signal(number, before)
    assert "r.jsonl --confirm-only` begins anew" in capsys.readouterr().err


# --- the command line -----------------------------------------------------------------------------


def invoke(capsys, *arguments) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(list(arguments))
    out, err = capsys.readouterr()
    return end.value.code, out, err


def test_a_cpu_job_runs_with_nothing_faked(job, tmp_path, capsys):
    """Built, verified, timed and confirmed."""
    path = tmp_path / "r.jsonl"
    job(trials=4)
    file = str(tmp_path / "some.toml")
    code, out, err = invoke(capsys, "run", file, "--record", str(path))
    assert code == 0, err
    record = Record.read(path)
    assert [entry.kind for entry in record.entries] == ["ok"] * 4
    assert record.finals[0]["key"].partition(" ")[2] in out


def test_dry_run_measures_nothing(job, tmp_path, capsys, monkeypatch):
    job(trials=7)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tune.run, "open_measurer", lambda _: pytest.fail("measured"))
    code, out, _ = invoke(capsys, "run", "some.toml", "--dry-run", "--strategy", "grid")
    assert code == 0
    assert "strategy grid" in out and "at most 7 trials" in out and "written by hand: 1" in out
    assert [path.name for path in tmp_path.iterdir()] == ["some.toml"]


def test_a_gpu_job_is_planned_without_a_gpu(capsys):
    code, out, _ = invoke(capsys, "run", "hgemm_h200", "--dry-run")
    assert code == 0 and "for sm_90" in out


def test_space_prints_what_each_restriction_removes(job, tmp_path, capsys):
    one = job()
    code, out, _ = invoke(capsys, "space", str(tmp_path / "some.toml"))
    assert code == 0
    space = one.space_at((64, 64, 64), one.arch)
    rows = {line.split()[0]: line.split() for line in out.splitlines() if line.strip()}
    assert rows["all"][1] == str(space.size)
    for removed in space.removed:
        assert rows[removed.name][1] == f"-{removed.count}"
    assert rows["tile"][2] == str(len(space.points))


def test_equal_spaces_of_several_shapes_are_printed_once(tmp_path, capsys):
    file = tmp_path / "some.toml"
    shapes = "shapes = [[64, 64, 64], [64, 64, 128], [32, 64, 64]]"
    file.write_text(job_text().replace("shape = [64, 64, 64]", shapes))
    code, out, _ = invoke(capsys, "space", str(file))
    # K is none of its knobs.
    assert code == 0
    assert [line.strip() for line in out.splitlines() if " at [" in line] == [
        "sgemm_cpu at [64, 64, 64], [64, 64, 128]",
        "sgemm_cpu at [32, 64, 64]",
    ]
    assert out.count("restriction") == 2


@pytest.mark.parametrize("command", ["best", "report", "apply", "simulate", "resume"])
def test_a_file_of_another_kind_is_no_record(tmp_path, capsys, command):
    path = tmp_path / "page.html"
    path.write_text("<!doctype html>")
    code, _, err = invoke(capsys, command, str(path))
    assert code == 2 and len(err.splitlines()) == 1
    assert "page.html is no record and no job: a record's name ends in .jsonl, a job's in" in err


def test_the_lines_of_a_run_tell_the_rate_of_the_workload(job, tmp_path, capsys):
    rates = partial(tune.cli.rate_of, job(trials=5))
    with Lines(rates) as view:
        start(
            job(trials=5), tmp_path / "r.jsonl", view, resume=False, opened=lambda _: FakeMeasurer()
        )
    err = capsys.readouterr().err
    assert "64x64x64: 5 trials, at most 1:00 min" in err
    assert re.search(r"of 5  [\d.]+ us, [\d.]+ GFLOP/s  tile_i=", err)
    assert rates((64, 64, 64)) == Rate("GFLOP/s", 2 * 64**3 / 1e3)
    gemv = tune.cli.rate_of(load("gemv_f16_h200"), (4096, 4096))
    assert gemv.unit == "GB/s" and gemv.text(10.0) == f"{(2 * 4096**2 + 4 * 4096) / 1e4:.0f} GB/s"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("run", "sgemm_cp"), "did you mean 'sgemm_cpu'"),
        (("run", "sgemm_cpu", "--trials", "0"), "budget.trials = 0"),
        (("run", "sgemm_cpu", "--strategy", "rnadom"), "did you mean 'random'"),
        (("spcae", "sgemm_cpu"), "did you mean 'space'"),
        (("best", "none.jsonl"), "cannot read none.jsonl"),
        (("resume", "none.jsonl"), "there is no none.jsonl"),
        (("resume", "one.jsonl", "--record", "other.jsonl"), "--record other.jsonl is another"),
        (("run", "sgemm_cpu", "--record", "x.json"), "x.json: a record's name ends in .jsonl"),
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
    assert code == 2 and "r.jsonl has no candidates yet: `tune resume" in err


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


def test_the_live_panel_shows_the_run(job, tmp_path):
    panel = Panel(lambda _: Rate("GFLOP/s", 2 * 64**3 / 1e3))
    panel.live.auto_refresh = False
    one = job(trials=30)
    shown = []
    panel.on_best = lambda _: shown.append(panel.console.print(panel.picture()))
    with panel.console.capture() as capture:
        start(one, tmp_path / "r.jsonl", panel, resume=False, opened=lambda _: FakeMeasurer())
    text = capture.get()
    assert "tuning 64x64x64" in text and "of 30" in text
    assert "GFLOP/s" in text and "time-out" in text and "time left" in text
    assert Path(tmp_path / "r.jsonl").exists()


@pytest.mark.parametrize("columns", [60, 80])
def test_the_live_panel_fits_a_narrow_terminal(columns):
    panel = Panel(lambda _: Rate("GFLOP/s", 1.0))
    panel.console.width = columns
    panel.begin((64, 64, 64), 30, 3, 60.0)
    with panel.console.capture() as capture:
        panel.console.print(panel.picture())
    title, bar, measured = capture.get().splitlines()[:3]
    assert title.strip() == "tuning 64x64x64" and not bar.strip("━╸╺ ")
    assert re.search(r"measured +3 of 30, \d+ a minute", measured)
