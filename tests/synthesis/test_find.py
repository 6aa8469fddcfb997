"""`find` from end to end: kinds, files, and moves whose condition is wrong."""

from __future__ import annotations

from contextlib import nullcontext

import found_computations as made
import pytest
from conftest import items
from tvm import te

import schedules
from schedules.analyses.verification.verdict import Verdict
from schedules.analyses.verification.verify import verify_rung
from schedules.synthesis import found as finding
from schedules.synthesis import matmul, moves, recipes, search, tensor_cores
from schedules.synthesis.facts import (
    COLUMNS,
    GEMM,
    MAPS,
    OTHER,
    ROWS,
    TRANSPOSE,
    WINDOW,
)
from schedules.synthesis.program import Draft, Program

# Each kind once with the numbers that the search starts with; `quick` ones run by default.
KINDS = [
    ("elementwise", [MAPS], True),
    ("transpose", [TRANSPOSE], True),
    ("row_sums", [ROWS], True),
    ("row_max", [ROWS], False),
    ("softmax", [ROWS], True),
    ("column_sums", [COLUMNS], True),
    ("gemv_int8", [ROWS], False),
    ("gemm", [GEMM], True),
    ("batched_gemm_with_epilogue", [GEMM], False),
    ("half_gemm", [GEMM], True),
    ("convolution", [GEMM], True),
    ("convolution_nhwc", [GEMM], False),
    ("depthwise", [WINDOW], True),
    ("pooling", [WINDOW], False),
    ("two_gemms", [GEMM, GEMM], False),
    ("arg_max", [OTHER], True),
]
CASES = [
    pytest.param(name, kinds, marks=() if quick else pytest.mark.exhaustive, id=name)
    for name, kinds, quick in KINDS
]


def first_numbers(function) -> search.Chosen:
    return search.first_numbers(search.choices_of(function, "sm_90"))


def verify(program: Program) -> Verdict:
    return verify_rung(program.rung(), places=["machine"])


class InThisProcess:
    """Stands in for the worker processes, so that what a test plants is there."""

    def run(self, tasks, until, late):
        return [task() for task in tasks]


@pytest.mark.parametrize("name, kinds", CASES)
def test_each_kind_is_correct(name, kinds):
    function = te.create_prim_func(getattr(made, name)())
    assert [group.kind for group in recipes.group_stages(Draft(function))] == kinds
    verdict = verify(recipes.write(function, first_numbers(function)))
    assert verdict, str(verdict)


@pytest.mark.exhaustive
@pytest.mark.parametrize("layout", ["km,kn", "mk,nk", "km,nk"])
@pytest.mark.parametrize("stages, rows", [(4, True), (2, False), (0, True), (0, False)])
def test_gemms_in_every_layout(layout, stages, rows):
    function = te.create_prim_func(made.gemm(70, 68, 76, layout))
    numbers = first_numbers(function)
    numbers["C"] |= {"stages": stages, "rows": rows}
    assert verify(recipes.write(function, numbers))


@pytest.mark.parametrize(
    "name, parts",
    [
        ("gemm", 5),
        pytest.param("batched_gemm_with_epilogue", 2, marks=pytest.mark.exhaustive),
        pytest.param("convolution", 5, marks=pytest.mark.exhaustive),
    ],
)
def test_blocks_that_share_a_sum(name, parts):
    function = te.create_prim_func(getattr(made, name)())
    ((group, numbers),) = first_numbers(function).items()
    chosen = {group: {**numbers, "parts": parts, "stages": 0}}
    program = recipes.write(function, chosen)
    assert "rfactor" in "".join(program.lines)
    assert len(program.kernel("sm_90").launches) == 2 and verify(program)


@pytest.mark.exhaustive
@pytest.mark.parametrize("layout", ["mk,kn", "km,kn", "km,nk"])
@pytest.mark.parametrize("swizzled", [True, False])
def test_tensor_cores_in_every_layout(layout, swizzled):
    function = te.create_prim_func(made.half_gemm(layout=layout))
    numbers = first_numbers(function)
    numbers["S"] |= {"swizzle": swizzled}
    program = recipes.write(function, numbers)
    assert "mma_f16f16f32" in "".join(program.lines)
    assert verify(program)


@pytest.mark.exhaustive
@pytest.mark.parametrize("producer", [True, False])
def test_wgmma_where_its_tile_divides(producer):
    function = te.create_prim_func(made.half_gemm(128, 256, 256))
    numbers = first_numbers(function)
    numbers["S"] |= {"producer": producer}
    assert isinstance(numbers["S"]["fragments"], tensor_cores.GroupTile)
    program = recipes.write(function, numbers)
    assert program.options() == {"hopper": True}
    assert verify(program)


@pytest.mark.exhaustive
def test_bfloat16_on_tensor_cores():
    function = te.create_prim_func(made.half_gemm(dtype="bfloat16"))
    program = recipes.write(function, first_numbers(function))
    assert "mma_intrinsics" in program.header
    assert verify(program)


def test_other_architectures_have_no_wgmma():
    function = te.create_prim_func(made.half_gemm(128, 256, 256))
    chosen = search.Search(function, "a100", "sm_80", InThisProcess(), 0)
    assert "producer" not in chosen.choices["S"]
    tiles = chosen.choices["S"]["fragments"]
    assert tiles and not any(isinstance(tile, tensor_cores.GroupTile) for tile in tiles)


@pytest.fixture
def in_this_process(monkeypatch):
    monkeypatch.setattr(finding, "Workers", lambda: nullcontext(InThisProcess()))


def test_the_command_writes_a_schedule_that_its_file_explains(cli, tmp_path, in_this_process):
    file = tmp_path / "scale.py"
    file.write_text(
        "from tvm import te\n\n\ndef workload(n=1024):\n    a = te.placeholder((n,), name='A')\n"
        "    return [a, te.compute((n,), lambda i: a[i] * 2.0, name='B')]\n"
    )
    code, out, err = cli("find", file, "--minutes", "0.05", "--json")
    assert code == 0, err
    (document,) = items(out, "found")
    written = tmp_path / "scale_found.py"
    assert document["source"] == written.read_text(encoding="utf-8")
    assert document["kinds"] == ["elementwise"] and not document["defects"]
    assert all(step["verified"] for step in document["steps"])
    explored = schedules.explore(str(written))
    assert [step.step for step in explored.steps] == [step["step"] for step in document["steps"]]
    assert schedules.explore(str(written), shape=100).verify(["machine"])


def test_a_move_with_a_wrong_condition_is_a_defect_and_not_written(monkeypatch, in_this_process):
    """Two stages of cp.async with pipelined rows read a slice before its copy has arrived."""
    tile = matmul.LaneTile((1, 1), (1, 1), (4, 8))
    choices = {"tile": [tile], "block_k": [8], "stages": [2], "rows": [True], "order": [False]}
    planted = recipes.Recipe(lambda *_: choices, recipes.write_gemm)
    monkeypatch.setitem(recipes.RECIPES, GEMM, planted)
    monkeypatch.setattr(moves, "require", lambda *_: None)
    monkeypatch.setattr(search.Search, "shorter", lambda self, best: best)
    function = te.create_prim_func(made.gemm(16, 32, 160))
    found = finding.find(finding.Origin("gemm", "", function), minutes=1)
    (defect,) = found.defects
    assert defect.startswith("defect of the move behind step 'pipeline_async'")
    assert "software_pipeline" not in found.source
    assert [step.step for step in found.steps] == ["bind"] and found.steps[0].verified


def test_an_error_in_a_move_is_a_defect_and_no_lack_of_candidates(monkeypatch, in_this_process):
    def planted(*_):
        raise TypeError("a stage is no block")

    recipe = recipes.Recipe(recipes.transpose_choices, planted)
    monkeypatch.setitem(recipes.RECIPES, TRANSPOSE, recipe)
    planted.__code__ = planted.__code__.replace(co_filename=moves.__file__)
    function = te.create_prim_func(made.transpose(64, 64))
    found = finding.find(finding.Origin("transpose", "", function), minutes=0.05)
    assert found.defects == ("defect of the move 'planted': TypeError: a stage is no block",)
    assert [step.step for step in found.steps] == ["bind"]
