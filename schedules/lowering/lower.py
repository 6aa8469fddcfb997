"""From a scheduled module to lowered TIR, source text and launch, without a GPU or a toolkit.

The pass list is that of TVM's own s_tir pipeline (tvm/s_tir/pipeline.py), written out so that
double buffering's pass can stand in it and so that each pass can be watched; a test compares its
result with `tvm.compile`.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import tvm
import tvm_ffi
from tvm import s_tir, tirx
from tvm.tirx.build import split_host_device_mods

from ..errors import LimitError, LoweringError, NoKernel
from ..ladder import Build
from ..targets.target import DEFAULT_ARCH, Limits, cpu_target, limits, target
from .build_options import apply_options, with_options
from .double_buffer import scope_double_buffer
from .product_order import order_products
from .warp_memory import lower_warp_memory

Observer = Callable[[str, tvm.ir.IRModule, tvm.ir.IRModule, float], None]
THREAD_AXES = ("x", "y", "z")
PIPELINE = "schedules"


@dataclass(frozen=True)
class Launch:
    """How a kernel is launched: grid and block as (x, y, z), shared memory in bytes."""

    kernel: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    static_shared: int
    dynamic_shared: int

    @property
    def threads(self) -> int:
        return math.prod(self.block)

    @property
    def brief(self) -> str:
        """For tables: `grid 128x128, block 16x16, 16384 B shared`."""
        shared = self.static_shared + self.dynamic_shared
        parts = [f"grid {_by(self.grid)}", f"block {_by(self.block)}"]
        return ", ".join([*parts, f"{shared} B shared"] if shared else parts)

    def __str__(self) -> str:
        grid, block = (" x ".join(map(str, dims)) for dims in (self.grid, self.block))
        return (
            f"grid {grid}, block {block}, "
            f"shared {self.static_shared} B static + {self.dynamic_shared} B dynamic"
        )


def _by(dims: tuple[int, int, int]) -> str:
    used = max((at + 1 for at, extent in enumerate(dims) if extent > 1), default=1)
    return "x".join(map(str, dims[:used]))


@dataclass(frozen=True)
class Lowered:
    """What one lowering gave.

    `device` holds the kernels after all passes; `source` is the whole text TVM emits for them.
    """

    device: tvm.ir.IRModule
    source: str
    launches: tuple[Launch, ...]

    @property
    def tir(self) -> str:
        return script(self.device)

    @property
    def kernel_source(self) -> str:
        """The source without TVM's fixed preamble and without forward declarations."""
        return kernel_text(self.source)


def script(mod: tvm.ir.IRModule | tirx.PrimFunc) -> str:
    """TVMScript of a module, ending in one newline."""
    return mod.script().rstrip() + "\n"


# --- passes ---------------------------------------------------------------------------------------


def body_passes(config: dict) -> list[tvm.transform.Pass]:
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


def run_passes(
    passes: Iterable[tvm.transform.Pass], mod: tvm.ir.IRModule, observe: Observer | None
) -> tvm.ir.IRModule:
    for one in passes:
        before, start = mod, time.perf_counter()
        mod = one(mod)
        if observe:
            observe(str(one.info.name), before, mod, time.perf_counter() - start)
    return mod


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
    return run_passes([*opaque, *passes], mod, None)


def _pipeline():
    """The same passes as a named pipeline, for `tvm.compile(..., tir_pipeline=PIPELINE)`."""

    @tvm.transform.module_pass(opt_level=0)
    def body(mod, _ctx):
        config = dict(tvm.transform.PassContext.current().config)
        return run_passes(body_passes(config) + split_passes(), mod, None)

    return (
        body,
        lambda: tvm.ir.transform.Sequential(host_passes()),
        lambda: tvm.ir.transform.Sequential(device_passes()),
    )


tirx.register_tir_pipeline(PIPELINE, _pipeline)


def compile_module(
    mod: tvm.ir.IRModule,
    build: Build = Build(),
    kind: str = "cuda",
    arch: str = DEFAULT_ARCH,
    mcpu: str | None = None,
) -> tvm.runtime.Executable:
    """A runnable module: host code for LLVM and, for 'cuda', kernels compiled at first launch.

    For kind 'llvm', `mcpu` is the CPU to emit for, 'native' for all that this machine has; without
    it the code runs on any CPU of this machine's family, at a fraction of its vector width.
    """
    to = cpu_target(mcpu) if kind == "llvm" and mcpu else target(kind, arch)
    with tvm.transform.PassContext(config=build.pass_config()):
        return tvm.compile(with_options(mod, build, to), target=to, tir_pipeline=PIPELINE)


# --- checks before lowering -----------------------------------------------------------------------


def unbound_stages(mod: tvm.ir.IRModule) -> list[str]:
    """Stages that run under no thread-bound loop, each as 'block (loops i, j)'.

    TVM runs such a stage on the host, silently, so a module that has one is no kernel yet.
    """
    found: list[str] = []
    loops: list[tirx.For] = []

    def on_for(loop: tirx.For, visitor) -> None:
        loops.append(loop)
        visitor.default_visit(loop)
        loops.pop()

    def on_block(block: s_tir.SBlock, visitor) -> None:
        has_child: list[bool] = []
        tvm_ffi.structural_walk(block.body, (s_tir.SBlock, lambda _: has_child.append(True)))
        if has_child:
            visitor.default_visit(block)
        elif not any(loop.kind == tirx.ForKind.THREAD_BINDING for loop in loops):
            names = ", ".join(loop.loop_var.name for loop in loops)
            found.append(f"{block.name_hint} (loops {names})" if names else str(block.name_hint))

    for func in mod.functions.values():
        tvm_ffi.structural_visit(func.body, [(tirx.For, on_for), (s_tir.SBlock, on_block)])
    return found


def check_thread_axes(mod: tvm.ir.IRModule) -> None:
    """Raise LoweringError for two uses of one thread axis that a GPU has only one of.

    A loop bound to threadIdx.x inside another one is the same index on a GPU, so a block that uses
    both runs for the diagonal alone. Two loops of a kernel beside each other are one index as well:
    TVM launches with one of their extents and guards neither. Turned serial both run as written,
    and nothing would show.
    """
    loops: list[tirx.For] = []
    # Of the kernel that the walk is in: axis to its first loop.
    axes: dict[str, tirx.For] = {}
    # An exception of ours would not come through TVM's visitor as itself.
    found: list[str] = []
    unequal: list[str] = []

    def on_for(loop: tirx.For, visitor) -> None:
        if loop.kind == tirx.ForKind.THREAD_BINDING:
            if not any(outer.kind == tirx.ForKind.THREAD_BINDING for outer in loops):
                axes.clear()
            axis = str(loop.thread_binding.thread_tag)
            first = axes.setdefault(axis, loop)
            if not axis.startswith("vthread") and int(first.extent) != int(loop.extent):
                unequal.append(
                    f"one kernel has {axis} of {first.extent} ({first.loop_var.name}) and of "
                    f"{loop.extent} ({loop.loop_var.name}): give both loops one extent, and split "
                    "what is longer"
                )
        loops.append(loop)
        visitor.default_visit(loop)
        loops.pop()

    def on_realize(realize: s_tir.SBlockRealize, visitor) -> None:
        used: list[tvm.ir.Var] = []
        for value in (*realize.iter_values, realize.predicate):
            tvm_ffi.structural_walk(value, (tvm.ir.Var, used.append))
        seen: dict[str, str] = {}
        for loop in loops:
            if loop.kind != tirx.ForKind.THREAD_BINDING:
                continue
            if not any(loop.loop_var.same_as(var) for var in used):
                continue
            axis, name = str(loop.thread_binding.thread_tag), str(loop.loop_var.name)
            if axis in seen:
                found.append(
                    f"block {realize.block.name_hint} uses two loops of {axis}, {seen[axis]} and "
                    f"{name}: on a GPU they are one index, so only the diagonal would be computed"
                )
            seen[axis] = name
        visitor.default_visit(realize)

    for func in mod.functions.values():
        tvm_ffi.structural_visit(func.body, [(tirx.For, on_for), (s_tir.SBlockRealize, on_realize)])
    if found or unequal:
        raise LoweringError((found + unequal)[0])


def check_kernel_memory(mod: tvm.ir.IRModule) -> None:
    """Raise LoweringError for shared memory or registers that would have to outlive a kernel.

    Each statement of the root block is a kernel of its own; TVM makes a parameter of a buffer that
    two of them use, without a word.
    """
    for func in mod.functions.values():
        if not isinstance(func.body, s_tir.SBlockRealize):
            continue
        root = func.body.block
        parts = list(root.body.seq) if isinstance(root.body, tirx.SeqStmt) else [root.body]
        for buffer in root.alloc_buffers:
            if buffer.scope() != "global" and sum(_uses(part, buffer) for part in parts) > 1:
                raise LoweringError(
                    f"{buffer.name} lies in {buffer.scope()} memory, which ends with a kernel, and "
                    "is filled outside the one that reads it: compute_at a loop of its reader"
                )


def _uses(stmt: tirx.Stmt, buffer: tirx.Buffer) -> bool:
    found: list[bool] = []

    def on_var(var: tvm.ir.Var) -> None:
        if var.same_as(buffer):
            found.append(True)

    tvm_ffi.structural_walk(stmt, (tvm.ir.Var, on_var))
    return bool(found)


def bound_loops(mod: tvm.ir.IRModule) -> dict[str, list[tuple[str, int]]]:
    """Thread axis ('threadIdx.x') to the loops bound to it: name and extent."""
    found: dict[str, list[tuple[str, int]]] = {}

    def on_for(loop: tirx.For) -> None:
        if loop.kind == tirx.ForKind.THREAD_BINDING:
            entry = (str(loop.loop_var.name), int(loop.extent))
            axis = found.setdefault(str(loop.thread_binding.thread_tag), [])
            if entry not in axis:
                axis.append(entry)

    for func in mod.functions.values():
        tvm_ffi.structural_walk(func.body, (tirx.For, on_for))
    return found


# --- lowering -------------------------------------------------------------------------------------


def lower(
    mod: tvm.ir.IRModule,
    build: Build = Build(),
    kind: str = "cuda",
    arch: str = DEFAULT_ARCH,
    observe: Observer | None = None,
) -> Lowered:
    """Lower a scheduled module for a GPU target and emit its source.

    Parameters
    ----------
    kind : str
        TVM target kind: 'cuda', 'opencl', 'metal' or 'webgpu'.
    observe : callable, optional
        Called after each pass with its name, the module before and after, and seconds.

    Raises
    ------
    NoKernel
        Some stage is under no bound loop.
    LimitError
        A block exceeds the target's threads or shared memory, a thread its local memory.
    LoweringError
        TVM refuses, and the message is its own first line; or a GPU has no such thread axes or
        memory.
    """
    idle = unbound_stages(mod)
    if idle:
        raise NoKernel(f"no kernel yet: not under a bound loop: {'; '.join(idle)}")
    check_thread_axes(mod)
    check_kernel_memory(mod)
    to = target(kind, arch)
    with to, tvm.transform.PassContext(config=build.pass_config()) as context:
        config = dict(context.config)
        try:
            whole = run_passes(
                [tirx.transform.BindTarget(to), *body_passes(config), *split_passes()],
                with_options(mod, build, to),
                observe,
            )
            device = run_passes(device_passes(), split_device(whole), observe)
            if not device.functions:
                raise NoKernel("no kernel: no loop is bound to a block or a thread")
            launches = tuple(launch_of(func) for func in device.functions.values())
            for launch, func in zip(launches, device.functions.values(), strict=True):
                check_scopes(func)
                check_limits(launch, limits(kind, arch), mod, func)
            emitted = tvm.get_global_func(f"target.build.{kind}")(device, to)
        except (RuntimeError, ValueError, TypeError) as error:
            raise LoweringError(f"TVM does not lower this: {reason(error)}") from error
    return Lowered(device, emitted.inspect_source(), launches)


def lower_unbound(mod: tvm.ir.IRModule) -> str | None:
    """Lowered TIR of a module that is no kernel yet: its plain loops, or None where TVM refuses."""
    try:
        with tvm.transform.PassContext():
            cpu = tirx.transform.BindTarget(tvm.target.Target("llvm", host="llvm"))(mod)
            plain = run_passes(body_passes({}), cpu, None)
            # The host target's triple differs from machine to machine.
            bare = {var: func.without_attr("target") for var, func in plain.functions.items()}
            return script(tvm.ir.IRModule(bare))
    except (RuntimeError, ValueError, TypeError):
        return None


def split_device(mod: tvm.ir.IRModule) -> tvm.ir.IRModule:
    """The kernels of a module that host and device code share."""
    _, devices = split_host_device_mods(mod)
    merged = tvm.ir.IRModule({})
    for one in devices.values():
        merged.update(one)
    return merged


def reason(error: Exception) -> str:
    """The line of a TVM error that says what is wrong."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    for line in lines:
        if "Check failed" in line or "rror:" in line:
            return line
    return lines[0] if lines else type(error).__name__


def kernel_buffers(func: tirx.PrimFunc, scope: str) -> list[tirx.Buffer]:
    """What a kernel allocates in a scope."""
    found: list[tirx.Buffer] = []

    def on_alloc(alloc: tirx.AllocBuffer) -> None:
        if alloc.buffer.scope() == scope:
            found.append(alloc.buffer)

    tvm_ffi.structural_walk(func.body, (tirx.AllocBuffer, on_alloc))
    return found


def bytes_of(buffer: tirx.Buffer) -> int:
    return math.prod(int(extent) for extent in buffer.shape) * buffer.ty.dtype.dtype.itemsize


def launch_of(func: tirx.PrimFunc) -> Launch:
    """Launch of a lowered kernel, from its thread extents and shared allocations."""
    extents: dict[str, int] = {}

    def on_attr(attr: tirx.AttrStmt) -> None:
        if attr.attr_key == "thread_extent":
            extents[str(attr.node.thread_tag)] = int(attr.value)

    tvm_ffi.structural_walk(func.body, (tirx.AttrStmt, on_attr))

    def dims(prefix: str) -> tuple[int, int, int]:
        return tuple(extents.get(f"{prefix}.{axis}", 1) for axis in THREAD_AXES)

    return Launch(
        kernel=str(func.attrs["global_symbol"]),
        grid=dims("blockIdx"),
        block=dims("threadIdx"),
        static_shared=sum(map(bytes_of, kernel_buffers(func, "shared"))),
        dynamic_shared=sum(map(bytes_of, kernel_buffers(func, "shared.dyn"))),
    )


def check_scopes(func: tirx.PrimFunc) -> None:
    """Raise LoweringError for an intermediate in global memory, which a kernel cannot allocate."""
    if found := kernel_buffers(func, "global"):
        raise LoweringError(
            f"buffer {found[0].name} would be allocated in global memory by the kernel: "
            "give it scope 'shared' or 'local' with sch.set_scope, or inline its stage"
        )


def check_limits(launch: Launch, limit: Limits, mod: tvm.ir.IRModule, func: tirx.PrimFunc) -> None:
    """Raise LimitError, naming loops or buffers, where the block asks for too much."""
    if launch.threads > limit.threads:
        loops = ", ".join(
            f"{name} = {extent} on {axis}"
            for axis, entries in sorted(bound_loops(mod).items())
            if axis.startswith("threadIdx")
            for name, extent in entries
        )
        raise LimitError(
            f"a block of {launch.threads} threads exceeds the target's limit of {limit.threads}: "
            f"{loops}; split one of them and bind the outer part to a block axis"
        )
    for scope, used, most in (
        ("shared", launch.static_shared, limit.static_shared),
        ("shared.dyn", launch.dynamic_shared, limit.dynamic_shared),
    ):
        if used > most:
            names = ", ".join(
                f"{one.name} = {bytes_of(one)} B" for one in kernel_buffers(func, scope)
            )
            way_out = (
                f"use scope 'shared.dyn', which takes up to {limit.dynamic_shared} B"
                if scope == "shared" and used <= limit.dynamic_shared > most
                else "use smaller tiles"
            )
            raise LimitError(
                f"{used} B of {scope} memory exceed the target's limit of {most} B a block: "
                f"{names}; {way_out}"
            )
    for one in kernel_buffers(func, "local") if limit.local is not None else ():
        if (size := bytes_of(one)) > limit.local:
            raise LimitError(
                f"{one.name} = {size} B of local memory exceed the target's limit of "
                f"{limit.local} B a thread: use smaller tiles"
            )


# --- source text ----------------------------------------------------------------------------------

_FORWARD = re.compile(r'^(extern "C" __global__|__kernel) [^{;]*;\n', re.MULTILINE)
# The last lines of the preamble that TVM puts before every CUDA kernel; helpers that follow it
# (cp.async, mma) are this kernel's own.
_CUDA_PREAMBLE_END = "#define ushort unsigned short\n#endif\n"
_STARTS = ("__kernel", "kernel void", "@group(")


def kernel_text(source: str) -> str:
    """A kernel's text without TVM's preamble and without forward declarations."""
    text = _FORWARD.sub("", source)
    _, found, after = text.partition(_CUDA_PREAMBLE_END)
    if found:
        return after.strip() + "\n"
    start = next((text.index(start) for start in _STARTS if start in text), 0)
    return text[start:].strip() + "\n"
