"""Jobs: the ones that come along, and machines that cannot run one."""

from __future__ import annotations

from pathlib import Path

import pytest
from tune_fakes import job_text, written

from schedules.errors import NoGpu, NoTool, ShapeError, UserError
from tune.commands.arguments import found_record
from tune.jobs.reading import FOLDER, load
from tune.space.generated import GeneratedSpace


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.toml")), ids=lambda file: file.stem)
def test_the_jobs_that_come_along_are_right(file):
    job = load(file.stem)
    assert job.name == file.stem
    for shape in job.shapes:
        space = job.space_at(shape, job.rung.lowered_for())
        assert isinstance(space, GeneratedSpace) or space.points


def test_a_shape_that_no_memory_holds_is_refused(tmp_path):
    job = load(written(tmp_path, job_text().replace("64, 64, 64", "1000000000, 1000000000, 8")))
    with pytest.raises(ShapeError, match=r"take 4e\+09 GB, and this machine has"):
        job.check_memory()
    load("hgemm_h200").check_memory()


def test_a_gpu_job_without_a_gpu_ends_with_exit_code_3(tmp_path, monkeypatch):
    from schedules import gpu

    def none():
        raise NoGpu("none here")

    monkeypatch.setattr(gpu, "cuda", none)
    job = load("hgemm_h200")
    with pytest.raises(NoGpu, match="this machine has none"):
        job.device()
    # To look at, a record of another machine will do.
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NoGpu, match="docs/tuning has no record of hgemm_h200; .*has none"):
        found_record(job)
    folder = Path("docs/tuning")
    folder.mkdir(parents=True)
    for name in ("hgemm_h200-one.jsonl", "hgemm_h200_space-one.jsonl"):
        (folder / name).touch()
    assert found_record(job) == folder / "hgemm_h200-one.jsonl"
    (folder / "hgemm_h200-other.jsonl").touch()
    with pytest.raises(UserError, match="several devices.*one.jsonl, .*other.jsonl"):
        found_record(job)


def test_a_cpu_that_cannot_run_the_target_is_said(tmp_path, monkeypatch):
    from schedules.targets import cpus

    job = load(written(tmp_path, job_text().replace("x86-64-v3", "x86-64-v4")))
    monkeypatch.setattr(cpus, "native_mcpu", lambda: "x86-64-v3")
    with pytest.raises(NoTool, match="for x86-64-v4, and this CPU is x86-64-v3"):
        job.device()
    assert NoTool.exit_code == 3
