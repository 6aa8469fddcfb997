"""The lowering passes in order, and running them.

The list is that of TVM's own s_tir pipeline (tvm/s_tir/pipeline.py), written out so that double
buffering's pass can stand in it and so that each pass can be watched; a test compares its result
with `tvm.compile`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import tvm
import tvm_ffi
from tvm import s_tir, tirx

from .build_options import apply_options
from .double_buffer import scope_double_buffer
from .product_order import order_products
from .warp_memory import lower_warp_memory


def script(mod: tvm.ir.IRModule | tirx.PrimFunc) -> str:
    """TVMScript of a module, ending in one newline."""
    return mod.script().rstrip() + "\n"


def body_passes(config: Mapping) -> list[tvm.transform.Pass]:
    """From sblocks to flat, vectorized, thread-bound code with host and device still together."""
    t, x = s_tir.transform, tirx.transform
    use_async = bool(config.get("tirx.use_async_copy", False))
    storage_rewrite = not bool(config.get("tirx.disable_storage_rewrite", False))
    return [
        t.CanonicalizeLoop(),
        t.LowerCrossThreadReduction(),
        t.LowerInitBlock(),
        t.PlanAndUpdateBufferAllocationLocation(),
        t.ConvertBlocksToOpaque(),
        t.LiftThreadBinding(),
        t.ManifestSharedMemoryLocalStage(),
        t.CompactBufferAllocation(),
        t.LowerAutoCopy(),
        t.UnifyThreadBinding(),
        t.LowerMatchBuffer(),
        t.StmtSimplify(),
        t.InjectPermutedLayout(),
        t.AnnotateIrregularLoop(),
        t.InjectSoftwarePipeline(),
        t.TransformMmaBufferLayout(),
        t.LowerOpaqueBlock(),
        x.FlattenBuffer(),
        x.BF16ComputeLegalize(),
        x.NarrowDataType(32),
        t.LoopPartition(),
        x.VectorizeLoop(True),
        t.InjectVirtualThread(),
        order_products,
        scope_double_buffer,
        t.InjectDoubleBuffer(),
        *([x.StorageRewrite()] if storage_rewrite else []),
        *([t.LowerAsyncDMA()] if use_async else []),
        t.HoistIfThenElse(),
        x.UnrollLoop(),
        t.RenormalizeSplitPattern(),
        x.StmtSimplify(),
        x.RemoveNoOp(),
        t.RewriteUnsafeSelect(),
        x.CommonSubexprElim(),
        x.FP8ComputeLegalize(),
        t.VerifyVTCMLimit(),
        t.LowerVtcmAlloc(),
        x.VerifyMemory(),
        x.AnnotateEntryFunc(),
        t.ThreadSync("shared"),
        t.ThreadSync("shared.dyn"),
        t.ThreadSync("warp"),
        t.InferFragment(),
        t.LowerThreadAllreduce(),
        *([t.InjectPTXAsyncCopy()] if use_async else []),
        t.MergeSharedMemoryAllocations(),
        apply_options,
    ]


def split_passes() -> list[tvm.transform.Pass]:
    """From one function to a host function and its kernels."""
    x = tirx.transform
    return [
        x.SplitHostDevice(),
        x.MakePackedAPI(),
        x.FP8StorageLegalize(),
        x.BF16StorageLegalize(),
    ]


def device_passes() -> list[tvm.transform.Pass]:
    x = tirx.transform
    return [lower_warp_memory, s_tir.transform.StmtSimplify(), x.LowerIntrin()]


def host_passes() -> list[tvm.transform.Pass]:
    return [tirx.transform.LowerTVMBuiltin(), tirx.transform.LowerIntrin()]


@dataclass(frozen=True)
class PassRun:
    """One pass as it ran: the module before and after, and its time."""

    name: str
    before: tvm.ir.IRModule
    after: tvm.ir.IRModule
    seconds: float


def run_passes(
    passes: Iterable[tvm.transform.Pass],
    mod: tvm.ir.IRModule,
    runs: list[PassRun] | None = None,
) -> tvm.ir.IRModule:
    """The module after all `passes`; each is noted in `runs`."""
    before = snapshot(mod)
    for run in passes:
        start = time.perf_counter()
        mod = run(mod)
        seconds = time.perf_counter() - start
        if runs is not None:
            after = snapshot(mod)
            runs.append(PassRun(str(run.info.name), before, after, seconds))
            before = after
    return mod


def snapshot(mod: tvm.ir.IRModule) -> tvm.ir.IRModule:
    """The module as it is now: some passes exchange the functions of the one they are given."""
    return tvm.ir.IRModule(dict(mod.functions.items()), attrs=mod.attrs)


def run_on_opaque_blocks(
    mod: tvm.ir.IRModule,
    wanted: Callable[[s_tir.SBlock], bool],
    passes: Sequence[tvm.transform.Pass],
) -> tvm.ir.IRModule:
    """Run `passes`, which want opaque blocks, ahead of their time where some block is `wanted`.

    A module without such a block comes back unchanged.
    """
    found: list[bool] = []

    def on_block(block: s_tir.SBlock) -> None:
        if wanted(block):
            found.append(True)

    for func in mod.functions.values():
        tvm_ffi.structural_walk(func.body, (s_tir.SBlock, on_block))
    if not found:
        return mod
    t = s_tir.transform
    opaque = [
        t.LowerInitBlock(),
        t.PlanAndUpdateBufferAllocationLocation(),
        t.ConvertBlocksToOpaque(),
    ]
    return run_passes([*opaque, *passes], mod)
