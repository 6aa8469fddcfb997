"""The lowering passes in order, how they are run, and what each of them changed.

The list is that of TVM's own s_tir pipeline (tvm/s_tir/pipeline.py), written out so that it can
include the pass for double buffering and each pass can be observed; a test compares its result with
`tvm.compile`.
"""

from __future__ import annotations

import difflib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import tvm
from tvm import s_tir, tirx

from gpusim.errors import UserError, nearest

from .build_options import apply_options
from .compaction import compact_buffers
from .double_buffer import scope_double_buffer
from .host_calls import launch_dependents
from .nodes import is_tirx, nodes
from .pass_effect import PassEffect
from .product_order import order_products
from .warps import lower_warp_memory, reduce_to_first_lane


def script(mod: tvm.ir.IRModule | tirx.PrimFunc) -> str:
    """TVMScript of a module, ending in one newline."""
    return mod.script().rstrip() + "\n"


def body_passes(config: Mapping) -> list[tvm.transform.Pass]:
    """Passes from sblocks to flat, vectorized, thread-bound code, before host and device code
    are separated."""
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
        compact_buffers,
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
        reduce_to_first_lane,
        *([t.InjectPTXAsyncCopy()] if use_async else []),
        t.MergeSharedMemoryAllocations(),
        apply_options,
    ]


def tirx_passes() -> list[tvm.transform.Pass]:
    """`body_passes` of a TIRx kernel, as TVM's pipeline of that name has them."""
    t, x = s_tir.transform, tirx.transform
    return [
        x.LowerTIRx(),
        t.UnifyThreadBinding(),
        x.StmtSimplify(),
        x.LowerTIRxOpaque(),
        x.FlattenBuffer(),
        x.BF16ComputeLegalize(),
        x.NarrowDataType(32),
        x.VectorizeLoop(True),
        x.UnrollLoop(),
        x.StmtSimplify(),
        x.CommonSubexprElim(),
        x.FP8ComputeLegalize(),
        x.VerifyMemory(),
        x.AnnotateEntryFunc(),
    ]


def split_passes() -> list[tvm.transform.Pass]:
    """Passes from one function to a host function and its kernels."""
    x = tirx.transform
    return [
        x.SplitHostDevice(),
        launch_dependents,
        x.MakePackedAPI(),
        x.FP8StorageLegalize(),
        x.BF16StorageLegalize(),
    ]


def kernel_passes(
    mod: tvm.ir.IRModule, to: tvm.target.Target, config: Mapping
) -> list[tvm.transform.Pass]:
    """Passes from a scheduled module, or a TIRx kernel, to a host function and its kernels."""
    body = tirx_passes() if is_tirx(mod) else body_passes(config)
    return [tirx.transform.BindTarget(to), *body, *split_passes()]


def device_passes() -> list[tvm.transform.Pass]:
    x = tirx.transform
    return [lower_warp_memory, s_tir.transform.StmtSimplify(), x.LowerIntrin()]


def host_passes() -> list[tvm.transform.Pass]:
    return [tirx.transform.LowerTVMBuiltin(), tirx.transform.LowerIntrin()]


@dataclass(frozen=True)
class PassRun:
    """One executed pass: the module before and after, and the time."""

    name: str
    before: tvm.ir.IRModule
    after: tvm.ir.IRModule
    seconds: float


def run_passes(
    passes: Iterable[tvm.transform.Pass],
    mod: tvm.ir.IRModule,
    runs: list[PassRun] | None = None,
) -> tvm.ir.IRModule:
    """The module after all `passes`; each execution is appended to `runs`."""
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
    """A copy of the module: some passes replace the functions of their input module."""
    return tvm.ir.IRModule(dict(mod.functions.items()), attrs=mod.attrs)


def run_on_opaque_blocks(
    mod: tvm.ir.IRModule,
    wanted: Callable[[s_tir.SBlock], bool],
    passes: Sequence[tvm.transform.Pass],
) -> tvm.ir.IRModule:
    """Run `passes`, which require opaque blocks, early if some block is `wanted`.

    A module without such a block is returned unchanged.
    """
    if not any(map(wanted, nodes(s_tir.SBlock, mod))):
        return mod
    t = s_tir.transform
    opaque = [
        t.LowerInitBlock(),
        t.PlanAndUpdateBufferAllocationLocation(),
        t.ConvertBlocksToOpaque(),
    ]
    return run_passes([*opaque, *passes], mod)


def pass_effects(runs: Iterable[PassRun]) -> list[PassEffect]:
    """The effects of a lowering's passes on the TVMScript text."""
    effects: list[PassEffect] = []
    text = cache(script)
    for index, run in enumerate(runs, 1):
        old, new = text(run.before), text(run.after)
        changes = _changes(old.splitlines(), new.splitlines())
        effects.append(PassEffect(index, run.name, run.seconds * 1e3, new, changes))
    return effects


# For longer texts only the beginning and the end are compared: the time is quadratic.
_MOST_COMPARED = 3000


def _changes(old: Sequence[str], new: Sequence[str]) -> tuple[str, ...]:
    """The number of removed lines, after '-', and of added lines, after '+'."""
    if old == new:
        return ()
    if max(len(old), len(new)) > _MOST_COMPARED:
        shorter = min(len(old), len(new))
        pairs = zip(old, new, strict=False)
        head = next((index for index, (a, b) in enumerate(pairs) if a != b), shorter)
        pairs = zip(reversed(old[head:]), reversed(new[head:]), strict=False)
        tail = next((index for index, (a, b) in enumerate(pairs) if a != b), shorter - head)
        gone, come = old[head : len(old) - tail], new[head : len(new) - tail]
        if max(len(gone), len(come)) > _MOST_COMPARED:
            return (*(f"-{line}" for line in gone), *(f"+{line}" for line in come))
    lines = list(difflib.unified_diff(old, new, n=0))[2:]
    return tuple(line for line in lines if line[:1] in "+-")


def after_pass(effects: list[PassEffect], name: str) -> str:
    """The TIR after a pass, by its number, its name or its name without the prefix."""
    matches = [
        effect
        for effect in effects
        if name in (str(effect.index), effect.name, effect.name.rpartition(".")[2])
    ]
    if len(matches) > 1:
        numbers = ", ".join(str(effect.index) for effect in matches)
        raise UserError(f"pass {name!r} runs {len(matches)} times; give its number: {numbers}")
    if not matches:
        raise nearest("pass", name, dict.fromkeys(effect.name for effect in effects))
    return matches[0].after
