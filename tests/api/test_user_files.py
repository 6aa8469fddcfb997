"""Twelve files as users have them, through everything that is asked of a schedule."""

from __future__ import annotations

import pytest
from conftest import FILES

import schedules
from schedules.errors import UserError

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


def test_there_are_twelve():
    assert [file.stem for file in KERNELS] == sorted(SHOWS)


@pytest.mark.parametrize("file", KERNELS, ids=lambda file: file.stem)
def test_a_users_file_goes_through_everything(file, tmp_path):
    k = schedules.explore(file)
    assert k.steps[-1].launches and not k.problem
    texts = {level: k.text(level) for level in ("tir", "lowered", "cuda", "ptx", "sass")}
    assert SHOWS[file.stem] in texts["cuda"] + texts["sass"]
    assert all(step.tir for step in k)
    assert k.verify()
    assert k.accesses.rows() and k.resources.kernels[0].registers
    assert k.diff(level="tir")
    try:
        assert k.predict().us > 0.5
    except UserError as refused:
        # What a histogram does depends on its numbers.
        assert file.stem == "histogram" and "decides what" in str(refused)
    assert k.report(tmp_path / "k.html").stat().st_size > 10_000


@pytest.mark.parametrize("name", ["histogram", "tirx_reverse"])
def test_so_does_the_command_line(cli, name):
    file = str(FILES / "kernels" / f"{name}.py")
    for command in (["explore"], ["show", "--level", "sass"], ["analyze"]):
        code, out, err = cli(command[0], file, *command[1:])
        assert code == 0 and out and not err, err


def test_a_finished_schedule_of_another_size():
    stencil = schedules.explore(FILES / "kernels/stencil.py", shape=32)
    assert stencil.launches[0].grid == (4, 8, 1) and stencil.verify(["serial"])
