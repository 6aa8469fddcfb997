"""`space = "auto"`: the space that MetaSchedule generates for a workload, and its candidates."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import tvm
from tvm import s_tir
from tvm.s_tir import meta_schedule as ms

from schedules.gemm.tensor_tiles import intrinsics
from schedules.ladder import Rung
from schedules.targets import WARP, Target
from schedules.workloads import Workload

from .space import Candidate, by, plain, schedule_hash
from .task import Task


def search_target(rung: Rung, arch: str) -> tvm.target.Target:
    """The target with what MetaSchedule's rules ask of it: cores, or a block's limits."""
    if rung.target == "llvm":
        mcpu = Target.parse(arch, rung.target).tvm.attrs["mcpu"]
        return tvm.target.Target(
            {"kind": "llvm", "mcpu": str(mcpu), "num-cores": len(os.sched_getaffinity(0))}
        )
    most = Target.parse(arch).limits
    return tvm.target.Target(
        {
            "kind": "cuda",
            "arch": arch,
            "max_threads_per_block": most.threads,
            # Its rules make static shared arrays.
            "max_shared_memory_per_block": most.static_shared,
            "thread_warp_size": WARP,
        },
        host="llvm",
    )


@dataclass
class AutoSpace:
    """MetaSchedule's rules on the workload of a rung. Its points are traces, as JSON text."""

    rung: Rung
    workload: Workload
    arch: str

    @classmethod
    def at(cls, rung: Rung, shape: Sequence[int], arch: str) -> AutoSpace:
        return cls(rung, rung.workload.with_shape(shape), arch)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.workload.shape)

    @cached_property
    def mod(self) -> tvm.ir.IRModule:
        return s_tir.Schedule(self.workload.prim_func()).mod

    def generator(self) -> ms.SpaceGenerator:
        intrinsics()
        return ms.space_generator.PostOrderApply()

    def schedule(self, point: str) -> s_tir.Schedule:
        """The schedule of a trace."""
        intrinsics()
        sch = s_tir.Schedule(self.mod)
        s_tir.schedule.Trace.apply_json_to_schedule(json.loads(point), sch)
        return sch

    def point(self, sch: s_tir.Schedule) -> str:
        return json.dumps(plain(sch.trace.as_json()), separators=(",", ":"))

    def proposed(self, point: str) -> Candidate:
        """A candidate whose name is its schedule's hash has to be walked for it."""
        return self.candidate(point)

    def candidate(self, point: str) -> Candidate:
        found = schedule_hash(self.schedule(point).mod, self.rung)
        task = Task(
            key=f"{by(self.shape)} {found}",
            rung=self.rung.path,
            shape=self.shape,
            arch=self.arch,
            trace=point,
        )
        return Candidate(point, {}, task, json.loads(point), found)
