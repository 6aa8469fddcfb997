"""Kernels on a real GPU: compiled once, run on torch tensors, verified against float64.

torch is an extra; everything here says so in one line where it or the GPU is missing.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import tvm
import tvm_ffi
from tvm import s_tir, tirx
from tvm.support import nvcc

from ..errors import NoGpu, UserError
from ..ladder import Rung, Step, steps
from ..lowering.lower import compile_module, lower
from ..targets.target import ARCHS, code_arch
from ..workloads import Workload
from .serial import compare

SEEDS = (0, 1)
L2_FACTOR = 2.5
MOST_SETS = 400


def cuda() -> Any:
    """The torch module, with a CUDA device behind it; raises NoGpu."""
    missing = "no CUDA device here; `schedules verify` without --device runs on the CPU"
    if not tvm.cuda(0).exist:
        raise NoGpu(missing)
    try:
        import torch
    except ImportError:
        raise NoGpu("a GPU run needs torch: `pip install -e '.[gpu]'`") from None
    if not torch.cuda.is_available():
        raise NoGpu(missing)
    return torch


def device_arch() -> str:
    """The device's architecture as TVM and nvcc name it."""
    major, minor = cuda().cuda.get_device_capability()
    arch = f"sm_{major}{minor}"
    if arch not in ARCHS:
        raise UserError(f"this device is {arch}, which is none of {', '.join(ARCHS)}")
    return arch


# --- compiling ------------------------------------------------------------------------------------


@cache
def compiler_version(compiler: str) -> str:
    """'nvcc 13.0' or 'NVRTC 13.0', by what the compiler says of itself."""
    if compiler == "nvrtc":
        from cuda.bindings import nvrtc as library

        _, major, minor = library.nvrtcVersion()
        return f"NVRTC {major}.{minor}"
    said = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True)
    found = re.search(r"release (\d+\.\d+)", said.stdout)
    return f"{compiler} {found[1]}" if found else compiler


class Cubins:
    """Machine code by CUDA source, compiled with TVM's own options and kept for TVM's launches.

    TVM compiles each module as it builds it, one at a time; handing it finished cubins lets a
    ladder compile on all cores.
    """

    def __init__(self, arch: str) -> None:
        self.arch = arch
        self._known: dict[str, bytes] = {}
        self._lock = threading.Lock()
        self._emitting = False
        tvm_ffi.register_global_func("tvm_callback_cuda_compile", self._on_build, override=True)

    def _on_build(self, source: str) -> bytes:
        """TVM's call for machine code, which it makes for every emitted text."""
        return b"" if self._emitting else self.get(source)

    @contextlib.contextmanager
    def emitting(self) -> Iterator[None]:
        """Within this, TVM emits text alone: what is only read need not be compiled."""
        self._emitting = True
        try:
            yield
        finally:
            self._emitting = False

    @property
    def compiler(self) -> str:
        """'nvcc' where there is one, or else 'nvrtc'; their machine code may differ."""
        return "nvcc" if shutil.which("nvcc") else "nvrtc"

    def get(self, source: str) -> bytes:
        """The cubin of `source`; raises UserError with the compiler's first error."""
        key = hashlib.sha256(source.encode()).hexdigest()
        with self._lock:
            if key in self._known:
                return self._known[key]
        compiler = self.compiler
        chip = code_arch(self.arch, source)
        suffix = chip.removeprefix("sm_")
        arch = {
            "nvcc": ["-gencode", f"arch=compute_{suffix},code=sm_{suffix}"],
            "nvrtc": chip,
        }[compiler]
        try:
            code = nvcc.compile_cuda(source, target_format="cubin", arch=arch, compiler=compiler)
        except RuntimeError as error:
            raise does_not_compile(error) from error
        with self._lock:
            self._known[key] = bytes(code)
        return self._known[key]

    def warm(self, sources: Sequence[str]) -> None:
        """Compile many sources at once."""
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(self.get, sources))


def does_not_compile(error: RuntimeError) -> UserError:
    """What TVM raises of a compiler, whose words may begin with the whole text, as one line."""
    return UserError(f"the CUDA text does not compile: {first_error(str(error))}")


def first_error(log: str) -> str:
    """The first line of a compiler's log that is of an error, or else its first.

    ptxas puts blanks between the word and its colon; nvcc names a file of a temporary folder.
    """
    lines = [found for line in log.splitlines() if (found := line.strip("\0\t "))]
    first = next((line for line in lines if re.search(r"error *: ", line)), (lines or [""])[0])
    return re.sub(r"^/\S*/", "", first) or "the compiler does not say why"


@dataclass(frozen=True)
class Kernel:
    """A rung at a shape, ready to run: `run(*inputs, *outputs)` on torch CUDA tensors."""

    rung: Rung
    workload: Workload
    step: Step
    run: Callable[..., None]


def kernels(rungs: Sequence[tuple[Rung, Workload]], cubins: Cubins) -> list[Kernel]:
    """Build every rung's last step, compiling all sources in parallel."""
    finished = [(rung, workload, steps(rung, workload)[-1]) for rung, workload in rungs]
    with cubins.emitting():
        sources = [
            lower(step.mod, rung.build, "cuda", cubins.arch).source for rung, _, step in finished
        ]
    cubins.warm(sources)
    return [
        Kernel(
            rung, workload, step, compile_module(step.mod, rung.build, "cuda", cubins.arch)["main"]
        )
        for rung, workload, step in finished
    ]


# --- data -----------------------------------------------------------------------------------------


class TorchRandom:
    """What workloads ask of a NumPy generator, made on the GPU."""

    def __init__(self, seed: int) -> None:
        self._torch = cuda()
        self._generator = self._torch.Generator(device="cuda").manual_seed(seed)

    def uniform(self, low: float, high: float, size: Sequence[int]) -> Any:
        """float32 values in [low, high)."""
        values = self._torch.rand(tuple(size), generator=self._generator, device="cuda")
        return values.mul_(high - low).add_(low)

    def integers(self, low: int, high: int, size: Sequence[int], dtype: Any = None) -> Any:
        """Whole numbers in [low, high)."""
        kind = self._torch.int32 if dtype is None else torch_dtype(dtype)
        return self._torch.randint(
            low, high, tuple(size), generator=self._generator, device="cuda", dtype=kind
        )


def cold_sets(size: int) -> int:
    """How many sets of `size` bytes to rotate so that together they exceed the L2 cache."""
    l2 = cuda().cuda.get_device_properties(0).L2_cache_size
    return min(MOST_SETS, max(1, -(-int(l2 * L2_FACTOR) // size)))


def torch_dtype(dtype: Any) -> Any:
    """torch's dtype of NumPy's name."""
    return getattr(cuda(), np.dtype(dtype).name)


def poisoned_outputs(workload: Workload) -> list[Any]:
    """Tensors whose every element is wrong until written."""
    torch = cuda()
    return [
        torch.full(
            shape,
            float("nan") if "float" in dtype else torch.iinfo(torch_dtype(dtype)).min,
            dtype=torch_dtype(dtype),
            device="cuda",
        )
        for shape, dtype in workload.outputs()
    ]


# --- verification ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class DeviceResult:
    """One rung on one kind of input. `error` is the worst error as a share of the tolerance,
    `relative_error` is the norm of the difference over the norm of the reference."""

    rung: str
    shape: tuple[int, ...]
    inputs: str
    error: float
    relative_error: float
    message: str = ""

    @property
    def ok(self) -> bool:
        return not self.message


class References:
    """Inputs, float64 results and tolerances of a workload on the device, the last ones kept."""

    def __init__(self) -> None:
        self._kept: tuple[Any, Any] | None = None

    def get(self, workload: Workload, kind: str, seed: int) -> tuple[list, list, list]:
        """Inputs, expected outputs, and tolerances (0 for integer-valued inputs)."""
        key = (workload, kind, seed)
        if self._kept is None or self._kept[0] != key:
            self._kept = None
            cuda().cuda.empty_cache()
            inputs = workload.inputs(TorchRandom(seed), integer=kind == "integer")
            expected = workload.reference(inputs)
            bounds = workload.tolerance(inputs) if kind == "random" else [0] * len(expected)
            self._kept = (key, (inputs, expected, bounds))
        return self._kept[1]

    def forget(self) -> None:
        """Free the device memory."""
        self._kept = None
        cuda().cuda.empty_cache()


def verify_on_device(
    found: Sequence[Kernel], references: References | None = None
) -> Iterator[DeviceResult]:
    """Run kernels on fresh random and on integer-valued inputs, outputs poisoned before."""
    torch = cuda()
    references = references or References()
    order = [("random", seed) for seed in SEEDS] + [("integer", 0)]
    workloads = dict.fromkeys(kernel.workload for kernel in found)
    for workload in workloads:
        for kind, seed in order:
            if kind == "integer" and not workload.exact:
                continue
            inputs, expected, bounds = references.get(workload, kind, seed)
            for kernel in found:
                if kernel.workload != workload:
                    continue
                outputs = poisoned_outputs(workload)
                message, worst, relative = "", 0.0, 0.0
                try:
                    kernel.run(*inputs, *outputs)
                    torch.cuda.synchronize()
                except RuntimeError as error:
                    message, worst, relative = f"does not run: {error}", np.inf, np.inf
                for got, right, bound in zip(outputs, expected, bounds, strict=True):
                    if message:
                        break
                    error, message = compare(got, right, bound)
                    worst = max(worst, error)
                    relative = max(relative, norm_of_difference(got, right))
                    if message:
                        message += owner_note(kernel, message)
                yield DeviceResult(
                    kernel.rung.path, workload.shape, f"{kind} {seed}", worst, relative, message
                )


def norm_of_difference(got: Any, right: Any) -> float:
    """Frobenius norm of got - right over that of right."""
    torch = cuda()
    scale = torch.linalg.vector_norm(right).item()
    return torch.linalg.vector_norm(got.double() - right).item() / (scale or 1.0)


# --- which thread wrote an element ----------------------------------------------------------------


def owner_note(kernel: Kernel, message: str) -> str:
    """'; written by block ... thread ...' for the first bad index that a message names."""
    index = message.partition("first at [")[2].partition("]")[0]
    if not index:
        return ""
    output = kernel.step.mod["main"].params[-1].name
    owner = owner_of(kernel.step.mod, str(output), tuple(map(int, index.split(","))))
    return f"; written by {owner}" if owner else ""


def owner_of(mod: tvm.ir.IRModule, output: str, index: tuple[int, ...]) -> str:
    """The block and thread that write an element, from the bindings of the block that stores it.

    '' where the bindings cannot be evaluated.
    """
    loops: list[tirx.For] = []
    found: list[tuple[list[tirx.For], s_tir.SBlockRealize]] = []

    def on_for(loop: tirx.For, visitor) -> None:
        loops.append(loop)
        visitor.default_visit(loop)
        loops.pop()

    def on_realize(realize: s_tir.SBlockRealize, visitor) -> None:
        if any(region.source.name == output for region in realize.block.writes):
            found.append((list(loops), realize))
        visitor.default_visit(realize)

    tvm_ffi.structural_visit(
        mod["main"].body, [(tirx.For, on_for), (s_tir.SBlockRealize, on_realize)]
    )
    innermost = [(nest, realize) for nest, realize in found if nest]
    if not innermost:
        return ""
    nest, realize = innermost[-1]
    axes = {
        str(loop.loop_var.name): str(loop.thread_binding.thread_tag)
        for loop in nest
        if loop.kind == tirx.ForKind.THREAD_BINDING
    }
    extents = {str(loop.loop_var.name): int(loop.extent) for loop in nest}
    values = [str(value) for value in realize.iter_values[: len(index)]]
    solution = _solve(values, index, extents)
    if solution is None:
        return ""
    parts = {"block": [], "thread": []}
    for name, axis in sorted(axes.items(), key=lambda item: item[1]):
        kind, _, letter = axis.partition(".")
        if kind in ("blockIdx", "threadIdx") and name in solution:
            parts["block" if kind == "blockIdx" else "thread"].append(f"{letter}={solution[name]}")
    return ", ".join(f"{kind} {' '.join(at)}" for kind, at in parts.items() if at)


def _solve(
    values: list[str], index: tuple[int, ...], extents: dict[str, int]
) -> dict[str, int] | None:
    """Loop values for which every expression has its index, found by trying them all.

    Axes share loops (a fused thread index), so what fits one axis is kept as candidates for the
    next.
    """
    candidates: dict[str, np.ndarray] = {}
    count = 1
    for text, wanted in zip(values, index, strict=True):
        code = compile(text, "index", "eval")
        free = [name for name in extents if name in code.co_names and name not in candidates]
        sizes = [extents[name] for name in free]
        grid = np.indices((count, *sizes)).reshape(1 + len(free), -1)
        tried = {name: column[grid[0]] for name, column in candidates.items()}
        tried |= dict(zip(free, grid[1:], strict=True))
        try:
            hit = eval(code, {"__builtins__": {}}, tried) == wanted
        except (NameError, TypeError):
            return None
        hit = np.broadcast_to(hit, grid.shape[1:])
        candidates = {name: column[hit] for name, column in tried.items()}
        count = int(hit.sum())
        if not count:
            return None
    return {name: int(column[0]) for name, column in candidates.items()}
