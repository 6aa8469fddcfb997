"""MetaSchedule with this project's spaces and measuring: a wrong candidate has no time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import tvm
import tvm_ffi
from conftest import ROOT
from tvm import tirx
from tvm.ir.utils import derived_object
from tvm.s_tir import meta_schedule as ms

from gpusim.errors import UserError
from schedules.core.target import CPU, Target
from tune import metaschedule
from tune.measuring import child
from tune.measuring.interface import Outcome
from tune.space.generator import search_target

RUNG, SHAPE = "gemm/sgemm_cpu:parallel", (32, 32, 32)
TARGET = Target(CPU, "x86-64-v3")


def broken(module: tvm.ir.IRModule, how: str) -> tvm.ir.IRModule:
    """A scheduled module with accumulators that start at one, or that ends its process."""
    function = module["main"]
    if how == "crash":
        abort = tirx.Evaluate(tirx.call_extern("int32", "abort"))
        body = tirx.SeqStmt([abort, function.body])
    else:

        def one(number):
            return tirx.const(1.0, "float32") if float(number.value) == 0.0 else number

        body = tvm_ffi.structural_map(function.body, (tirx.FloatImm, one))
    made = tirx.PrimFunc(function.params, body, function.ret_type, function.attrs)
    return tvm.ir.IRModule({"main": made})


@derived_object
class Planting(ms.builder.PyBuilder):
    """Breaks two of three candidates before a builder has them; `broke` collects how."""

    def __init__(self, builder, broke) -> None:
        super().__init__()
        self.builder, self.broke = builder, broke

    def build(self, build_inputs):
        made = []
        for number, given in enumerate(build_inputs):
            how = ("", "wrong", "crash")[number % 3]
            self.broke.append(how)
            module = broken(given.mod, how) if how else given.mod
            made.append(ms.builder.BuilderInput(module, given.target))
        return self.builder.build(made)


@derived_object
class Collecting(ms.measure_callback.PyMeasureCallback):
    """Collects whether candidates have times, and their messages."""

    def __init__(self, results) -> None:
        super().__init__()
        self.results = results

    def apply(self, scheduler, task_id, candidates, builder_results, runner_results) -> None:
        self.results += [
            (bool(result.run_secs), str(result.error_msg or "")) for result in runner_results
        ]


@pytest.mark.exhaustive
def test_tune_tir_gives_planted_wrong_candidates_and_crashes_no_time(tmp_path):
    module, target = metaschedule.computation(RUNG, SHAPE), search_target(TARGET)
    with metaschedule.measuring(module, TARGET) as (builder, runner):
        broke, results = [], []
        ms.tune_tir(
            module,
            target,
            str(tmp_path),
            6,
            num_trials_per_iter=6,
            num_tuning_cores=1,
            strategy=ms.search_strategy.ReplayTrace(),
            space=metaschedule.space(RUNG, SHAPE, TARGET),
            builder=Planting(builder, broke),
            runner=runner,
            measure_callbacks=[Collecting(results)],
            seed=1,
        )
    assert len(results) == 6
    for how, (timed, message) in zip(broke, results, strict=True):
        assert timed == (not how)
        assert message.startswith({"": "", "wrong": "wrong: ", "crash": "crash: "}[how])


class Fake:
    """Measures at once: a candidate agrees with the file that is named first."""

    def __init__(self, right: str) -> None:
        self.right, self.asked = right, []

    def measure(self, requests):
        for request in requests:
            self.asked.append(Path(request.rung).stem)
            right = self.asked[-1] == self.right
            yield request, Outcome("ok", (1.0,)) if right else Outcome("wrong", message="differs")


@pytest.mark.parametrize(("right", "kind"), [("task_0", "ok"), ("task_1", "ok"), ("none", "wrong")])
def test_a_candidate_has_to_agree_with_a_function_of_its_arguments(tmp_path, right, kind):
    module = metaschedule.computation(RUNG, SHAPE)
    other = metaschedule.computation(RUNG, (32, 64, 32))
    references = metaschedule.References(
        [module["main"], module["main"], other["main"]], tmp_path, TARGET.arch
    )
    fake = Fake(right)
    (outcome,) = references.measured([module], fake)
    assert outcome.kind == kind
    assert set(fake.asked) <= {"task_0", "task_1"}
    unknown = metaschedule.computation(RUNG, (16, 16, 16))
    (outcome,) = references.measured([unknown], fake)
    assert outcome.message == "no function of the module has its arguments"


def test_a_users_file_and_a_rung_have_spaces(tmp_path):
    for name, shape in ((RUNG, SHAPE), (str(ROOT / "examples/tuned_product.py"), (64,))):
        generator = metaschedule.space(name, shape, TARGET)
        module = metaschedule.computation(name, shape)
        (drawn,) = generator.generate_design_space(module)
        kinds = {instruction.kind.name for instruction in drawn.trace.insts}
        assert kinds & {"SampleCategorical", "SamplePerfectTile"}
    with pytest.raises(UserError, match="no file of tune/spaces has knobs for gemm/sgemm_cpu:ser"):
        metaschedule.space("gemm/sgemm_cpu:serial", SHAPE, TARGET)


def example(name: str, *arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, str(ROOT / f"examples/{name}.py"), *arguments],
        env={**os.environ, "PYTHONPATH": child.path(), "CUDA_VISIBLE_DEVICES": ""},
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_example_without_a_gpu_says_so_in_a_line():
    done = example("relax_quantized_gemv", "--target", "cuda")
    assert done.returncode == 1 and not done.stdout
    (line,) = done.stderr.splitlines()
    assert line.startswith("--target cuda: ")


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["relax_mlp", "relax_quantized_gemv"])
def test_a_relax_model_is_tuned_applied_and_right(name):
    """The example compares the outputs with NumPy's."""
    done = example(name, "--trials", "8")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].endswith(" x")
