"""Accesses of rungs and of planted code, for tests of their analysis."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

import numpy as np
import pytest
from conftest import compiled

from gpusim.counting.costs import LaunchCounts, counters
from gpusim.counting.loop_extrapolation import LoopExtrapolation
from gpusim.errors import UserError
from gpusim.exact_counts import Counted, count, module_counts
from gpusim.isa.sass import Instruction, disassemble
from gpusim.launch import Call
from gpusim.toolkit import BINDINGS, COMPILER, HEADERS, disassembler, version
from schedules.analyses.accesses import KernelAccesses, kernel_accesses
from schedules.compile.listing import Cuda
from schedules.core.kernel import last_kernel
from schedules.core.ladder import ladder, ladders
from schedules.lowering.host_calls import host_calls, simulated_module
from schedules.lowering.lower import Lowered

RUNGS = [r.path for one in ladders().values() for r in one.rungs.values() if r.target == "cuda"]

# Of these C leaves by tensor memory accelerator, from where a device function has put it.
STORED_BY_TMA = {
    *(f"gemm/hgemm:{name}" for name in ("tma_store", "bfloat16_tma_store")),
    *("gemm/hgemm:multicast", "gemm/hgemm:pingpong"),
    *("gemm/epilogue:tma_store", "gemm/fp8gemm:tma_store", "gemm/fp8gemm:tensor_scale_tma_store"),
}


def rung(path: str):
    name, _, which = path.partition(":")
    return ladder(name)[which]


def count_every_iteration(arrays: Mapping[str, np.ndarray], call: Call) -> Counted:
    """`exact_counts.count` without loop extrapolation."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LoopExtrapolation, "arrived", lambda *_: None)
        return count(arrays, call)


def have_compiler() -> bool:
    try:
        for wheel in (BINDINGS, COMPILER, *HEADERS):
            version(wheel)
        disassembler()
    except UserError:
        return False
    return True


needs_compiler = pytest.mark.skipif(not have_compiler(), reason="needs the extra 'inspect'")


def counted(one: Lowered) -> tuple[LaunchCounts, ...]:
    """What the instructions of a module's launches cost, as compiled for sm_90."""
    cubin, cuda = compiled(one.source).cubin, Cuda(one.source)
    sass = {
        name: [each._replace(line=cuda.number(each.line)) for each in code]
        for name, code in disassemble(cubin).items()
    }
    module = simulated_module(host_calls(one.host), one.launches, sass, cubin)
    zeros = {each.name: np.zeros(each.shape, each.dtype) for each in module.buffers}
    return module_counts(module, lambda: zeros)


def analyzed(one: Lowered) -> list[KernelAccesses]:
    """The accesses of a lowered module."""
    pairs = zip(one.launches, counted(one), strict=True)
    return [kernel_accesses(launch, counts, Cuda(one.source)) for launch, counts in pairs]


@cache
def kernels(path: str, shape=None) -> list[KernelAccesses]:
    """A rung's accesses, as compiled for sm_90."""
    kernel = last_kernel(rung(path), rung(path).at(shape), rung(path).lowered_for(None))
    assert kernel.uncounted == ""
    return kernel.accesses


def profiled(found: list[KernelAccesses]) -> dict[str, int]:
    """What a profiler would count."""
    return counters(part for kernel in found for part in kernel.instructions)


def of(found: list[KernelAccesses], buffer: str, kind: str):
    """The accesses to a buffer, by the beginning of its name."""
    return [
        one
        for kernel in found
        for one in kernel.accesses
        if re.fullmatch(rf"{buffer}(_shared.*)?", one.buffer) and one.kind == kind
    ]


def each(accesses, scope: str) -> set[tuple]:
    """(bits, wavefronts or sectors of a request, the least) of accesses in a scope."""
    what = {"shared": "wavefronts", "global": "sectors"}[scope]
    return {
        (
            8 * one.widths[0],
            getattr(one, f"{what}_per_request"),
            getattr(one, f"least_{what}_per_request"),
        )
        for one in accesses
        if one.scope == scope
    }


def instruction(address: int, text: str, *, predicate: str = "", label: str = "") -> Instruction:
    opcode, _, operands = text.partition(" ")
    return Instruction(
        16 * address, predicate, opcode, operands, 1, 1, False, None, None, 0, 0, label
    )
