"""Runs tensorized schedules on a CPU, by replacing tensor intrinsics with their descriptions.

A tensor intrinsic is a pair: a description (plain loops over the elements) and an implementation
(PTX or wmma calls, which no CPU has). `sch.tensorize` checks a block against the description and
replaces it by the implementation. Inside `described` it inserts the description instead, so that
walking a rung again gives the same module with plain loops in those blocks.

This runs the schedule's tiles and fragments on the CPU, the layout of fragments over lanes and
registers as the descriptions state it, swizzled shared memory, every copy, and the order and
versions of pipelined stages. Not covered, and left to TVM, are:

- that an implementation does what its description says,
- the swizzled addresses that TVM computes for ldmatrix; those of the plain loads that replace it
  are computed by the same pass (tests evaluate both),
- barriers, commit groups and waits: threads run one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import tvm
import tvm_ffi
from tvm import s_tir, tirx
from tvm.tirx.buffer import is_buffer_var

from ...core.ladder import Step
from ...lowering.passes import run_on_opaque_blocks

_TENSORIZE = re.compile(r'sch\.tensorize\(.*?tensor_intrin="([^"]+)"')
_PREFIX = "described_"
_PERMUTED = "permuted_layout"


def intrinsics_of(steps: Iterable[Step]) -> set[str]:
    """Names of the tensor intrinsics that the steps' primitives use."""
    lines = (line for step in steps for line in step.primitives)
    return {name for line in lines for name in _TENSORIZE.findall(line)}


@contextmanager
def described(names: Iterable[str]) -> Iterator[None]:
    """Make `sch.tensorize` insert the descriptions of the intrinsics called `names`."""
    registered = {name: s_tir.TensorIntrin.get(name) for name in names}
    try:
        for name, intrinsic in registered.items():
            s_tir.TensorIntrin.register(
                name, intrinsic.desc, as_implementation(intrinsic.desc), override=True
            )
        yield
    finally:
        for name, intrinsic in registered.items():
            s_tir.TensorIntrin.register(name, intrinsic.desc, intrinsic.impl, override=True)


def as_implementation(description: tirx.PrimFunc) -> tirx.PrimFunc:
    """A description as an implementation that can be inserted into a schedule.

    Its blocks are renamed, so that a rung's `get_sblock("C")` still finds the rung's block. Its
    buffers get an offset; otherwise they would match only the first element.
    """
    loose: dict[tirx.Buffer, tirx.Buffer] = {}

    def on_block(block: s_tir.SBlock) -> s_tir.SBlock:
        if block.name_hint == "root":
            return block
        return s_tir.SBlock(
            block.iter_vars,
            block.reads,
            block.writes,
            _PREFIX + block.name_hint,
            block.body,
            block.init,
            block.alloc_buffers,
            block.match_buffers,
            block.annotations,
        )

    def on_buffer(var: tvm.ir.Var) -> tvm.ir.Var:
        if not is_buffer_var(var):
            return var
        if var not in loose:
            loose[var] = tirx.decl_buffer(
                var.shape, var.dtype, var.name, scope=var.scope(), offset_factor=1
            )
        return loose[var]

    named = tvm_ffi.structural_map(description, (s_tir.SBlock, on_block))
    return tvm_ffi.structural_map(named, (tirx.Buffer, on_buffer))


def settle_regions(mod: tvm.ir.IRModule) -> tvm.ir.IRModule:
    """Lower what depends on scopes and sizes of buffers before they become ordinary memory.

    These are match_buffer regions, through which descriptions and implementations access their
    operands, and swizzles of shared memory, which depend on the size of the tile. A module with
    neither is returned unchanged.
    """
    t = s_tir.transform
    return run_on_opaque_blocks(
        mod,
        lambda block: bool(block.match_buffers) or _PERMUTED in block.annotations,
        [t.CompactBufferAllocation(), t.LowerMatchBuffer(), t.InjectPermutedLayout()],
    )
