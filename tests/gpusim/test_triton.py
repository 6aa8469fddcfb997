"""Cubins that Triton made, run as machine code: their values, and faults planted beside them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from accesses import needs_compiler

from schedules.analyses.verification.simulated import judge, simulate
from schedules.analyses.verification.verify import run
from schedules.sources.kernel_files import FileKernel

pytestmark = needs_compiler
CUBINS = Path(__file__).parent / "triton"
KERNELS = ("add", "product_mma", "softmax")


@pytest.mark.parametrize("name", KERNELS)
def test_a_cubin_of_triton_is_right_and_nothing_is_found(name):
    kernel = FileKernel.load(str(CUBINS / f"{name}.cubin"))
    problem = kernel.problem()
    made = simulate(kernel, problem.inputs, kernel.options)
    check = judge(kernel, problem, made)
    assert (check.problems, made.notes, check.compared) == ((), [], True)
    assert check.blocks == check.of > 1


def test_a_product_by_wgmma_is_right_and_lacks_the_fence_that_triton_left_out():
    """Triton 3.6 puts no fence.proxy.async between its cp.async and wgmma; later releases do
    (triton-lang/triton, pull requests 9610 and 10552)."""
    kernel = FileKernel.load(str(CUBINS / "product_wgmma.cubin"))
    assert any(code.opcode == "HGMMA.64x64x16.F32" for code in kernel.sass["mm"])
    assert not any(code.opcode.startswith("FENCE") for code in kernel.sass["mm"])
    check = run(kernel)
    assert check.compared and 0 < check.error < 1
    # One line for the one fence that is missing, though there are more pairs than lines.
    (text,) = check.problems
    assert text.startswith("proxy-fence: `HGMMA.64x64x16.F32 R24, gdesc[UR12].tnspB, R24")
    assert "; the other is `LDGSTS" in text and text.endswith(" at 12 pairs of instructions")


@pytest.fixture
def changed(tmp_path):
    """Runs a cubin of Triton whose launch or reference has one text in another's place."""

    def made(name: str, file: str, old: str, new: str) -> tuple[str, ...]:
        shutil.copytree(CUBINS, tmp_path, dirs_exist_ok=True)
        text = (tmp_path / file).read_text()
        assert old in text
        (tmp_path / file).write_text(text.replace(old, new))
        return run(FileKernel.load(str(tmp_path / f"{name}.cubin"))).problems

    return made


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("add", "x + y", "x - y"),
        ("product_mma", '@ b.astype("float64")', '@ b.T.reshape(b.shape).astype("float64")'),
        ("product_wgmma", '@ b.astype("float64")', '@ b[::-1].astype("float64")'),
        ("softmax", "axis=1", "axis=0"),
    ],
)
def test_another_function_is_told_from_it(changed, name, right, wrong):
    reference = f"{name.partition('_')[0]}_reference.py"
    found = changed(name, reference, right, wrong)
    assert sum(" elements wrong, first at " in text for text in found) == 1


def test_a_grid_that_leaves_elements_out_is_found(changed):
    found = changed("add", "add.toml", "grid = [8]", "grid = [7]")
    assert found[0] == "unwritten-output: no thread writes 104 elements of z"


def test_an_array_that_is_too_short_is_found(changed):
    found = changed("add", "add.toml", "value = 1000", "value = 1024")
    assert [text.partition(":")[0] for text in found] == ["out-of-bounds"] * 3
