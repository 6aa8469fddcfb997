"""Jobs: files read, words looked up, mistakes named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tune_fakes import job_text, written

from gpusim.errors import UserError
from schedules.core.errors import NoGpu, ShapeError
from tune.commands.arguments import found_record
from tune.jobs.job import FOLDER, Job, from_values, load, schema

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.toml")), ids=lambda file: file.stem)
def test_the_jobs_that_come_along_are_right(file):
    job = load(file.stem)
    assert job.name == file.stem
    for shape in job.shapes:
        assert job.space_at(shape, job.rung.lowered_for()).points


def test_a_shape_that_no_memory_holds_is_refused(tmp_path):
    job = load(written(tmp_path, job_text().replace("64, 64, 64", "1000000000, 1000000000, 8")))
    with pytest.raises(ShapeError, match=r"take 4e\+09 GB, and this machine has"):
        job.check_memory()
    load("hgemm_h200").check_memory()


def test_a_gpu_job_without_a_gpu_ends_with_exit_code_3(tmp_path, monkeypatch):
    from schedules.core import gpu

    def none():
        raise NoGpu("none here")

    monkeypatch.setattr(gpu, "cuda", none)
    job = load("hgemm_h200")
    with pytest.raises(NoGpu, match="this machine has none"):
        job.device()
    # To look at, a record of another machine will do.
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NoGpu, match="^tuning has no record of hgemm_h200; .*has none"):
        found_record(job)
    folder = Path("tuning")
    folder.mkdir(parents=True)
    for name in ("hgemm_h200-one.jsonl", "hgemm_h200_space-one.jsonl"):
        (folder / name).touch()
    assert found_record(job) == folder / "hgemm_h200-one.jsonl"
    (folder / "hgemm_h200-other.jsonl").touch()
    with pytest.raises(UserError, match="several records.*one.jsonl, .*other.jsonl"):
        found_record(job)


TEXT = job_text(minutes=1)
# What is written, what for, the line it is on, what the error says.
MISTAKES = [
    ("trials = 20", "trails = 20", 9, "unknown key 'trails': did you mean 'trials'"),
    ('strategy = "random"', 'strategy = "bayes"', 6, "'bayes': did you mean 'bayesian'"),
    ("trials = 20", "trials = 0", 9, "budget.trials = 0: .* greater than or equal to 1"),
    ("minutes = 1", "minutes = inf", 10, "budget.minutes = inf"),
    ("shape = [64, 64, 64]", "shape = [64, 0, 64]", 3, "shapes = 0"),
    ("shape = [64, 64, 64]", "shape = [64, 64]", 3, "has 2 extents, expected M,N,K"),
    ("shape = [64, 64, 64]", "", 1, "the key 'shapes' is missing"),
    ("sgemm_cpu:parallel", "sgemm_cpu:paralel", 2, "did you mean 'parallel'"),
    ("sgemm_cpu:parallel", "sgemm_cpu", 2, "is not a rung: write LADDER:RUNG"),
    ("sgemm_cpu:parallel", "sgemm_cpu:serial", 5, "not for gemm/sgemm_cpu:serial"),
    ('space = "sgemm_cpu"', 'space = "sgemm_cp"', 5, "did you mean 'sgemm_cpu'"),
    ('target = "x86-64-v3"', 'target = "x86-64-v33"', 4, "unknown mcpu"),
    ("[budget]", "[bugdet]", 8, "unknown key 'bugdet': did you mean 'budget'"),
    ('space = "sgemm_cpu"', "space = sgemm_cpu", 5, "[Ii]nvalid"),
    ("shape = [64", 'name = "x"\nshape = [64', 3, "unknown key 'name'"),
    ("minutes = 1", "minutes = 1e308", 10, "minutes = 1e.308: .* less than or equal to 525600"),
    ("[budget]", "[measure]\nbuild_timeout_s = 1e7\n[budget]", 9, "less than or equal to 86400"),
    ("trials = 20", 'trials = "20"', 9, "budget.trials = '20': .* valid integer"),
    ("[budget]", "[measure]\nearly_stop = 1\n[budget]", 9, "measure.early_stop = 1: .* boolean"),
    ("[budget]", "[measure]\ndevices = [0, 1, 0]\n[budget]", 9, "0 is given twice"),
    ("shape = [64, 64, 64]", "shapes = [[8, 8, 8], [8, 8, 8]]", 3, "8, 8. is given twice"),
    ("shape = [64, 64, 64]", "shapes = [64, 64, 64]", 3, "or shape = .M, N, .*for one"),
    ("shape = [64", "shapes = [[8, 8, 8]]\nshape = [64", 4, "both 'shape' and 'shapes'"),
    ("shape = [64, 64, 64]", "shape = [64, 64, 4294967296]", 3, "less than 2147483648"),
    ('target = "x86-64-v3"', 'target = "sm_90"', 4, "runs on a CPU and the target sm_90 is a GPU"),
    ("[budget]", "[only]\ncolums = [8]\n[budget]", 8, "unknown knob 'colums'"),
    ("[budget]", "[only]\ntile_j = [3]\n[budget]", 8, "tile_j has no value 3: use some of"),
    ("[budget]", "[only]\ntile_j = []\n[budget]", 9, "at least 1 item"),
]


@pytest.mark.parametrize(
    ("old", "new", "line", "says"), MISTAKES, ids=[new or "removed" for _, new, _, _ in MISTAKES]
)
def test_a_mistake_is_named_with_its_file_and_line(tmp_path, old, new, line, says):
    file = written(tmp_path, TEXT.replace(old, new, 1))
    with pytest.raises(UserError, match=says) as error:
        load(file)
    assert str(file) in str(error.value)
    assert f":{line}" in str(error.value) or f"line {line}" in str(error.value)


def test_a_job_that_is_not_there(tmp_path):
    with pytest.raises(UserError, match="did you mean 'sgemm_cpu'"):
        load("sgemm_cp")
    with pytest.raises(UserError, match="cannot read"):
        load(tmp_path / "none.toml")
    assert load("sgemm_cpu.toml") == load("sgemm_cpu")
    assert load(written(tmp_path, "\ufeff" + TEXT)) == load(written(tmp_path, TEXT))


def test_a_job_comes_back_from_its_record():
    for file in FOLDER.glob("*.toml"):
        job = load(file)
        values = json.loads(json.dumps(job.text()))
        assert from_values(values, values.pop("name")) == job


def test_the_schema_has_every_key_of_every_job():
    found = schema()
    keys = set(Job.model_fields) - {"name"} | {"shape"}
    assert set(found["properties"]) == keys
    assert found["required"] == ["workload", "space"]
    assert not found["additionalProperties"]
