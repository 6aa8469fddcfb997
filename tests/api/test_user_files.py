"""Twelve files as users have them, through everything that is asked of a schedule."""

from __future__ import annotations

import pytest
from conftest import FILES
from exhaustive import sampled

import schedules
from tune.jobs.job import load
from tune.measuring.build import scheduled
from tune.predicting import predicted

KERNELS = sorted((FILES / "kernels").glob("*.py"))
# What a file's kernel shows: a text of its CUDA or machine code.
SHOWS = {
    "attention_scores": "__shfl",
    "batched_matmul": "max(",
    "bfloat16_gemm": "nv_bfloat16",
    "conv2d": "__shared__",
    "dlight_matmul": "half",
    "histogram": "ATOMS",
    "int8_dot": "signed char",
    "layernorm": "rsqrt",
    "prefix_sum": "__syncthreads",
    "softmax": "exp",
    "stencil": "threadIdx.x",
    "tirx_reverse": "__syncthreads",
}


QUICK = [file for file in KERNELS if file.stem in ("conv2d", "softmax")]


@pytest.mark.parametrize("file", sampled(KERNELS, QUICK), ids=lambda file: file.stem)
def test_a_users_file_goes_through_everything(file, tmp_path):
    k = schedules.explore(file)
    assert k.steps[-1].launches and not k.problem
    texts = {level: k.text(level) for level in ("tir", "lowered", "cuda", "ptx", "sass")}
    assert SHOWS[file.stem] in texts["cuda"] + texts["sass"]
    assert all(step.tir for step in k)
    assert k.verify()
    assert k.accesses.rows() and k.resources.kernels[0].registers
    assert k.diff(level="tir")
    predicted = k.predict()
    # What a histogram does depends on its numbers.
    assert predicted.us > 0.5 and bool(predicted.decided_by) == (file.stem == "histogram")
    assert k.report(tmp_path / "k.html").stat().st_size > 10_000


# Those with something to tune: a generator's number, choices and splits in the schedule itself.
TUNED = {"conv2d": ("filters_each", 3), "int8_dot": ("choice", 3), "stencil": ("tile_j", 4)}


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", TUNED)
def test_what_there_is_to_tune_is_tuned(name):
    """Each candidate is another schedule, with a time of its own."""
    job = load(f"{FILES}/kernels/{name}.py")
    target = job.rung.lowered_for("sm_90")
    space = job.space_at(job.shapes[0], target)
    knob, count = TUNED[name]
    assert list(space.knobs) == [knob] and space.allowed == count
    assert len(space.hand_written()) == 1
    requests = [space.request(point) for point in space.points]
    assert len({str(scheduled(request)) for request in requests}) == count
    times = [predicted(request, "h200").us for request in requests]
    assert all(time > 0.5 for time in times) and len(set(times)) > 1


@pytest.mark.parametrize("name", ["histogram", "tirx_reverse"])
def test_so_does_the_command_line(cli, name):
    file = str(FILES / "kernels" / f"{name}.py")
    for command in (["explore"], ["show", "--level", "sass"], ["analyze"]):
        code, out, err = cli(command[0], file, *command[1:])
        assert code == 0 and out and not err, err
