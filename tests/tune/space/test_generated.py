"""MetaSchedule's own space."""

from __future__ import annotations

import tvm_ffi
from tvm import s_tir

from schedules.core.ladder import ladder
from tune.space.base import schedule_hash
from tune.space.generated import GeneratedSpace


def test_a_candidate_of_the_generated_space_is_its_trace():
    rung = ladder("gemm/sgemm_cpu")["parallel"]
    space = GeneratedSpace(rung, rung.workload.with_shape((64, 64, 64)), rung.lowered_for())
    sch = s_tir.Schedule(space.mod)
    i, _, _ = sch.get_loops("C")
    sch.split(i, [None, 4])
    candidate = space.candidate(space.drawn(sch))
    assert tvm_ffi.structural_equal(space.schedule(candidate.request.trace).mod, sch.mod)
    assert candidate.schedule == schedule_hash(sch.mod, rung)
