"""What a kernel can do without: found, or on the list."""

from __future__ import annotations

import json

import pytest
from accesses import needs_compiler, rung
from exhaustive import sampled

from benchmarks.deletions import PAGE, RECORD, entry_of, page
from gpusim.errors import UserError
from schedules.analyses.mutants import (
    FOUND,
    LEFT_OUT,
    SURVIVED,
    Trial,
    looped_shape,
    removable,
    synchronization,
)
from schedules.core.kernel import Kernel, last_kernel
from schedules.core.target import Target


def kernel_of(path: str) -> Kernel:
    one = rung(path)
    return last_kernel(one, one.at(looped_shape(one)), Target.parse("sm_90"))


def entries() -> dict[str, dict]:
    return {entry["rung"]: entry for entry in json.loads(RECORD.read_text())}


# Without barriers to spare; with one; with groups of copies.
QUICK = ("gemm/sgemm_cuda:conflict_free", "gemm/sgemm_tvm:register_prefetch", "gemm/hgemm:cp_async")


@needs_compiler
@pytest.mark.parametrize("path", sampled(QUICK, QUICK[1:2]))
def test_what_is_not_missed_is_on_the_list(path):
    assert json.loads(json.dumps(entry_of(rung(path)))) == entries()[path]


def test_the_page_is_what_the_record_says():
    assert PAGE.read_text() == page(entries().values())


def test_every_silent_deletion_has_a_reason():
    kept = [one for entry in entries().values() for one in entry["kept"]]
    assert kept and all(one["reason"] for one in kept)
    found = [what for entry in entries().values() for what in entry["tried"]]
    # Values alone never show it: the threads of a run keep step.
    assert not [what for what in found if not what.endswith((FOUND, SURVIVED))]


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
