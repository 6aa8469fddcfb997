"""Numerical verification of every step on the CPU, without a GPU.

A scheduled module is made serial: loops bound to threads become plain loops, and buffers in shared
memory or registers become ordinary ones. Everything else stays (tiles, caches, predicates, vector
loops, software pipelines, double buffers), so LLVM compiles the schedule's own loop nest, which
runs one thread after the other.

If a schedule uses tensor intrinsics, their descriptions run instead of their implementations;
`intrinsic_descriptions` says what that covers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np
import tvm
import tvm_ffi
from tvm import s_tir, tirx
from tvm.tirx.buffer import is_buffer_var

from gpusim.errors import UserError

from ...core.errors import LoweringError
from ...core.kernel import Kernel
from ...core.ladder import Build, Step, steps
from ...core.problem import INTEGER, RANDOM, Problem, as_dtype
from ...core.target import CPU, NATIVE, Target, tvm_target
from ...lowering.checks import calls_device_code, check_domains, check_thread_axes
from ...lowering.lower import build_module, reason, run_library
from ...lowering.nodes import loop_with
from ...lowering.passes import run_on_opaque_blocks
from ...processes.worker import note
from ...workloads import Workload
from .compare import difference
from .verdict import SERIAL, Check, TooMuchWork

MOST_FLOPS = 2e9
# In float64 with error bounds, which takes several times as long.
MOST_BYTES = 6e8

# Below this limit a run takes less time than LLVM's optimization.
_QUICK_FLOPS = 4e6

# Attributes without meaning on a CPU: synchronous copies need no commit groups, and LLVM decides
# about unrolling.
_GPU_ONLY = (
    "software_pipeline_async_stages",
    "pragma_auto_unroll_max_step",
    "pragma_unroll_explicit",
)
_OF_SELECT = ("condition", "true_value", "false_value")
_LOCAL_STAGE = "tirx.manifest_shared_memory_local_stage"


def serial(mod: tvm.ir.IRModule) -> tvm.ir.IRModule:
    """The module with plain loops for thread-bound and unrolled ones, in ordinary memory."""
    plain: dict[tirx.Buffer, tirx.Buffer] = {}

    def on_var(var: tvm.ir.Var) -> tvm.ir.Var:
        if not is_buffer_var(var) or var.scope() == "global":
            return var
        if var not in plain:
            plain[var] = tirx.decl_buffer(var.shape, var.dtype, var.name, scope="global")
        return plain[var]

    def on_for(loop: tirx.For) -> tirx.For:
        plainer = loop.kind in (tirx.ForKind.THREAD_BINDING, tirx.ForKind.UNROLLED)
        kept = {key: value for key, value in loop.annotations.items() if key not in _GPU_ONLY}
        if not plainer and len(kept) == len(loop.annotations):
            return loop
        kind = tirx.ForKind.SERIAL if plainer else loop.kind
        return loop_with(loop, kind=kind, thread_binding=None, annotations=kept)

    mod = settle_regions(_with_local_stages(_map_functions(mod, (tirx.For, on_for))))
    return _map_functions(mod, (tirx.Buffer, on_var))


@dataclass(frozen=True)
class _RunOnce(Target):
    """This machine's CPU with native float16 conversions, at LLVM optimization level `level`."""

    level: int

    @property
    def tvm(self) -> tvm.target.Target:
        return tvm_target(self.arch, **{"opt-level": self.level})


def runs_as(dtype: str) -> str:
    """The dtype that replaces another on a CPU.

    TVM's conversions of float8 are wrong for zeros and subnormal numbers there, so float32 is used.
    """
    return "float32" if dtype.startswith("float8") else dtype


def with_standing(mod: tvm.ir.IRModule) -> tvm.ir.IRModule:
    """The module with dtypes, and tanh of float16, replaced as by `runs_as`."""
    mod = _map_functions(mod, (tvm.ir.Call, _in_float32))
    if not any(map(_has_float8, mod.functions.values())):
        return mod
    wider: dict[tirx.Buffer, tirx.Buffer] = {}

    def on_buffer(var: tvm.ir.Var) -> tvm.ir.Var:
        if not is_buffer_var(var) or runs_as(str(var.dtype)) == str(var.dtype):
            return var
        if var not in wider:
            to = runs_as(str(var.dtype))
            wider[var] = tirx.decl_buffer(var.shape, to, var.name, scope=var.scope())
        return wider[var]

    def on_cast(cast: tirx.Cast) -> tvm.ir.Expr:
        return cast.value.astype(runs_as(str(cast.ty.dtype)))

    def on_call(call: tvm.ir.Call) -> tvm.ir.Call:
        to = runs_as(str(call.ty.dtype)) if hasattr(call.ty, "dtype") else ""
        if not to or to == str(call.ty.dtype):
            return call
        return tirx.call_intrin(to, call.op, *call.args)

    def on_constant(constant: tirx.FloatImm) -> tirx.FloatImm:
        return tirx.const(constant.value, runs_as(str(constant.ty.dtype)))

    # A node keeps the type with which it was created.
    kinds = (tirx.Add, tirx.Sub, tirx.Mul, tirx.Div, tirx.Min, tirx.Max)
    remade = [(kind, lambda node: type(node)(node.a, node.b)) for kind in kinds]
    remade += [(tvm.ir.TensorLoad, lambda load: tirx.BufferLoad(load.source, load.indices))]
    chosen = (
        tirx.Select,
        lambda node: tirx.Select(*(getattr(node, field) for field in _OF_SELECT)),
    )
    rewrites = [(tirx.Cast, on_cast), (tvm.ir.Call, on_call), (tirx.FloatImm, on_constant)]
    mod = _map_functions(mod, (tirx.Buffer, on_buffer))
    return _map_functions(mod, [*rewrites, *remade, chosen])


def _in_float32(call: tvm.ir.Call) -> tvm.ir.Expr:
    """tanh of a float16 computed in float32, as on a GPU.

    On a CPU, TVM subtracts exponentials in float16, which loses the precision of small values.
    """
    if getattr(call.op, "name", "") != "tirx.tanh" or str(call.ty.dtype) != "float16":
        return call
    wide = tirx.call_intrin("float32", call.op, *(arg.astype("float32") for arg in call.args))
    return wide.astype("float16")


def _has_float8(func: tirx.PrimFunc) -> bool:
    found_float8: list[bool] = []

    def on_buffer(var: tvm.ir.Var) -> None:
        found_float8.append(is_buffer_var(var) and str(var.dtype) != runs_as(str(var.dtype)))

    tvm_ffi.structural_walk(func, (tirx.Buffer, on_buffer))
    return any(found_float8)


def _map_functions(mod: tvm.ir.IRModule, rewrite: tuple | list) -> tvm.ir.IRModule:
    return tvm.ir.IRModule(
        {var: tvm_ffi.structural_map(func, rewrite) for var, func in mod.functions.items()}
    )


def _with_local_stages(mod: tvm.ir.IRModule) -> tvm.ir.IRModule:
    """Make the register stage of a shared copy explicit if a block asks for it.

    The pass requires shared memory and plain loops, so it must run before the scopes are changed. A
    pipeline around the copy counts the statements that the pass makes.
    """
    return run_on_opaque_blocks(
        mod,
        lambda block: _LOCAL_STAGE in block.annotations,
        [s_tir.transform.ManifestSharedMemoryLocalStage()],
    )


def check_serial(
    plain: tvm.ir.IRModule,
    workload: Workload,
    build: Build = Build(),
    problem_for: Callable[[str], Problem] | None = None,
) -> list[Check]:
    """Run a serial module on random and on integer-valued inputs, by default those of seed 0."""

    def problem_of(kind: str) -> Problem:
        return Problem.of(workload, np.random.default_rng(0), kind)

    kinds = (RANDOM, INTEGER) if workload.exact else (RANDOM,)
    outputs = [(shape, runs_as(dtype)) for shape, dtype in workload.outputs()]
    target = _RunOnce(CPU, NATIVE, level=0 if workload.flops < _QUICK_FLOPS else 1)
    try:
        library = build_module(with_standing(plain), target, build)
    except (RuntimeError, ValueError, TypeError) as error:
        return [_does_not_run(kind, error) for kind in kinds]
    checks = []
    for kind in kinds:
        problem = (problem_for or problem_of)(kind)
        try:
            inputs = [as_dtype(array, runs_as(str(array.dtype))) for array in problem.inputs]
            made = run_library(library, inputs, outputs)
            check = replace(difference(made, problem, norms=False), where=SERIAL)
        except (RuntimeError, ValueError, TypeError) as error:
            check = _does_not_run(kind, error)
        checks.append(check)
    return checks


def _does_not_run(kind: str, error: Exception) -> Check:
    return _failed(kind, f"does not run on the CPU: {reason(error)}")


def _failed(kind: str, why: str) -> Check:
    return Check(inputs=kind, where=SERIAL, error=np.inf, problems=(why,))


def runnable_steps(kernels: Sequence[Kernel]) -> list[Step]:
    """The kernels' steps, with descriptions instead of tensor intrinsics that a CPU cannot run."""
    walked, last = [kernel.step for kernel in kernels], kernels[-1]
    names = intrinsics_of(walked)
    if not names:
        return walked
    labels = {step.label for step in walked}
    with described(names):
        again = steps(last.rung, last.workload, target=last.target)
    return [step for step in again if step.label in labels]


def check_work(kernel: Kernel) -> None:
    """Raises TooMuchWork if a kernel's loops take too long to run serially."""
    if (flops := kernel.workload.flops) > MOST_FLOPS:
        raise TooMuchWork(
            f"{kernel.name} takes {flops:.1e} operations, too many for one CPU thread; "
            f"stay below {MOST_FLOPS:.0e}"
        )
    check_bytes(kernel)


def check_bytes(kernel: Kernel) -> None:
    """Raises UserError if a kernel's arrays in float64 take too much memory."""
    if (size := kernel.workload.bytes) > MOST_BYTES:
        raise UserError(
            f"{kernel.name} has {size:.1e} bytes of inputs and outputs, too many to "
            f"verify in float64; stay below {MOST_BYTES:.0e}"
        )


# What came of each distinct serial module: many steps are identical on a CPU, since bind changes
# nothing there, and the rungs of a ladder share their first steps.
Ran = dict[tuple[int, Workload, Build], list[tuple[tvm.ir.IRModule, list[Check]]]]


def verify_steps(
    kernels: Sequence[Kernel], problem_for: Callable[[str], Problem], ran: Ran
) -> Iterator[Check]:
    """Every step of a rung at a shape, except those that call CUDA functions; a module that is in
    `ran` is not run again.

    What lowering passes make of a module is not run by itself: it is in the machine code.
    """
    rung, workload = kernels[-1].rung, kernels[-1].workload
    check_work(kernels[-1])
    for step in runnable_steps(kernels):
        if step.passes or (not rung.on_cpu and calls_device_code(step.mod)):
            continue
        note(f"at step {step.label}")
        for check in _checks(step.mod, workload, rung.build, problem_for, ran):
            yield replace(check, step=step.label, shape=tuple(workload.shape))


def _checks(
    mod: tvm.ir.IRModule,
    workload: Workload,
    build: Build,
    problem_for: Callable[[str], Problem],
    ran: Ran,
) -> list[Check]:
    """The check of each kind of inputs; modules are compared structurally."""
    try:
        check_thread_axes(mod)
        plain = serial(mod)
        # Asynchronous copies, a register limit and spare shared memory change nothing on a CPU.
        build = replace(build, async_copy=False, extra_shared=0, max_registers=None)
        known = ran.setdefault((tvm_ffi.structural_hash(plain), workload, build), [])
        for other, checks in known:
            if tvm_ffi.structural_equal(plain, other):
                return checks
        check_domains(plain)
        checks = check_serial(plain, workload, build, problem_for)
    except LoweringError as error:
        return [_failed("any", str(error))]
    known.append((plain, checks))
    return checks


# --- descriptions of tensor intrinsics ------------------------------------------------------------

# A tensor intrinsic is a pair: a description (plain loops over the elements) and an implementation
# (PTX or wmma calls, which no CPU has). `sch.tensorize` checks a block against the description and
# replaces it by the implementation. Inside `described` it inserts the description instead, so that
# walking a rung again gives the same module with plain loops in those blocks.
#
# This runs the schedule's tiles and fragments on the CPU, the layout of fragments over lanes and
# registers as the descriptions state it, swizzled shared memory, every copy, and the order and
# versions of pipelined stages. Not covered, and left to TVM, are:
#
# - that an implementation does what its description says,
# - the swizzled addresses that TVM computes for ldmatrix; those of the plain loads that replace it
#   are computed by the same pass (tests evaluate both),
# - barriers, commit groups and waits: threads run one after the other.


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
