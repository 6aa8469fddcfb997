"""What a kernel can do without: found, or on the list."""

from __future__ import annotations

import pytest
from accesses import needs_compiler, rung
from exhaustive import sampled

from gpusim.errors import UserError
from schedules.analyses.mutants import (
    FOUND,
    LEFT_OUT,
    SURVIVED,
    Trial,
    deletions,
    looped_shape,
    removable,
    synchronization,
)
from schedules.core.kernel import Kernel, last_kernel
from schedules.core.target import Target


def kernel_of(path: str) -> Kernel:
    one = rung(path)
    return last_kernel(one, one.at(looped_shape(one)), Target.parse("sm_90"))


# Kernel -> its changes without a finding.
SPARE = {
    "gemm/sgemm_cuda:conflict_free": 0,
    "gemm/sgemm_tvm:register_prefetch": 1,
    "gemm/hgemm:cp_async": 0,
}


@needs_compiler
@pytest.mark.parametrize("path", sampled(tuple(SPARE), ("gemm/sgemm_tvm:register_prefetch",)))
def test_a_change_has_a_finding_or_a_reason(path):
    tried = list(deletions(kernel_of(path)))
    # Wrong values alone never show it: the simulated threads of a run keep step.
    assert tried and {one.verdict for one in tried} <= {FOUND, SURVIVED}
    kept = [one for one in tried if one.verdict == SURVIVED]
    assert len(kept) == SPARE[path] and all(one.reason for one in kept)


@needs_compiler
def test_a_removable_barrier_and_its_line():
    (one,) = removable(kernel_of("gemm/sgemm_tvm:register_prefetch"))
    assert one.is_barrier and one.line_too
    assert one.reason == "no byte written on one side is accessed on the other"
    # The others of the kernel are needed, and so is one of two together.
    kernel = kernel_of("gemm/sgemm_tvm:register_prefetch")
    trial = Trial(kernel)
    program = trial.clean.launches[0].program
    every = synchronization(program)
    assert one.at in every and trial.without(0, every, LEFT_OUT).verdict == FOUND


@needs_compiler
def test_a_kernel_that_is_wrong_as_it_is_is_refused(monkeypatch):
    kernel = kernel_of("gemm/sgemm_cuda:conflict_free")
    right = type(kernel.workload).reference

    def other(self, inputs):
        return [result + 1 for result in right(self, inputs)]

    monkeypatch.setattr(type(kernel.workload), "reference", other)
    with pytest.raises(UserError, match="is wrong before any deletion"):
        Trial(kernel)


def test_steps_are_limited(cli):
    asked = ("verify", "gemm/sgemm_tvm:vthread", "--on", "machine", "--max-steps", 100)
    code, _, err = cli(*asked)
    assert code == 2
    assert "more than 100 steps; raise the limit with --max-steps" in err
