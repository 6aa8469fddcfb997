"""Rates that no kernel exceeds on a device, measured in the same run as the rungs."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import tvm
from tvm.script import ir as I
from tvm.script import tirx as T

from ..compile.compiler import Compiler
from ..core.gpu import cuda
from ..core.target import NATIVE, THIS_CPU, vector_unit
from ..core.tvm_script import quick_parser
from ..lowering.lower import build_module
from ..workloads import Workload


@dataclass(frozen=True)
class Ceilings:
    """Measured rates.

    Copy bandwidth counts bytes read plus bytes written. `read_gbps` is the bandwidth of reading,
    which is higher: DRAM need not change between reads and writes, and a CPU's store reads its
    cache line first.
    """

    copy_gbps: float
    fma_tflops: float = 0.0
    float16_tflops: float = 0.0
    read_gbps: float = 0.0

    @property
    def memory_gbps(self) -> float:
        return max(self.copy_gbps, self.read_gbps)

    def tflops(self, workload: Workload) -> float:
        """The arithmetic rate for a workload: that of tensor cores if it multiplies 16-bit
        matrices.

        For 8-bit matrices it is twice that, which is not measured.
        """
        matrices = len(workload.shape) == 3
        factors = getattr(workload, "product_dtype", "") or getattr(workload, "in_dtype", "float32")
        bits = 8 * np.dtype(factors).itemsize
        return self.float16_tflops * 16 / bits if matrices and bits <= 16 else self.fma_tflops

    def as_record(self) -> dict[str, float]:
        return {name: round(value, 2) for name, value in asdict(self).items() if value}


REPETITIONS = 9

COPY_BYTES = 1 << 32
GPU_CHAINS = 16
GPU_FMAS = 16_384
# Blocks per SM.
BLOCKS_EACH = 8
THREADS = 256
MATRIX = 8192


@quick_parser()
def fma_module(blocks: int) -> tvm.ir.IRModule:
    """A kernel whose threads run independent chains of multiply-adds on registers, for the FMA
    rate."""

    @I.ir_module
    class FmaChains:
        @T.prim_func(s_tir=True)
        def main(x: T.Buffer((GPU_CHAINS,), "float32"), y: T.Buffer((blocks, THREADS), "float32")):
            for b in T.thread_binding(blocks, thread="blockIdx.x"):
                for t in T.thread_binding(THREADS, thread="threadIdx.x"):
                    with T.sblock("chains"):
                        vb, vt = T.axis.remap("SS", [b, t])
                        T.reads(x[0:GPU_CHAINS])
                        T.writes(y[vb, vt])
                        acc = T.sblock_alloc_buffer((GPU_CHAINS,), scope="local")
                        for c in T.unroll(GPU_CHAINS):
                            acc[c] = x[c] + T.cast(vt, "float32")
                        for _ in range(GPU_FMAS):
                            for c in T.unroll(GPU_CHAINS):
                                acc[c] = acc[c] * T.float32(0.999) + T.float32(0.5)
                        y[vb, vt] = T.float32(0)
                        for c in T.unroll(GPU_CHAINS):
                            y[vb, vt] = y[vb, vt] + acc[c]

    return FmaChains


def elapsed_us(action: Callable[[], Any], meanwhile: Callable[[], Any] = lambda: None) -> float:
    """Microseconds that an action takes on the GPU, by CUDA events; meanwhile the host runs
    `meanwhile`."""
    torch = cuda()
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    action()
    end.record()
    meanwhile()
    end.synchronize()
    return start.elapsed_time(end) * 1e3


def _median_us(action: Callable[[], Any]) -> float:
    """The median of REPETITIONS after two warm-up runs."""
    return statistics.median([elapsed_us(action) for _ in range(REPETITIONS + 2)][2:])


def _copy_and_read_us() -> tuple[float, float]:
    """Times to copy COPY_BYTES and to read them; the tensors are freed on return."""
    torch = cuda()
    source = torch.empty(COPY_BYTES // 4, device="cuda").uniform_()
    copied = torch.empty_like(source)
    return _median_us(lambda: copied.copy_(source)), _median_us(lambda: source.sum())


def measure_ceilings(compiler: Compiler) -> Ceilings:
    """Copy 4 GiB, read them, run FMA chains, and multiply float16 matrices by cuBLAS."""
    torch = cuda()
    copy_us, read_us = _copy_and_read_us()
    blocks = torch.cuda.get_device_properties(0).multi_processor_count * BLOCKS_EACH
    library = build_module(fma_module(blocks), compiler.target, machine_code=compiler.cubin)
    chains: Any = library["main"]
    x = torch.rand(GPU_CHAINS, device="cuda")
    y = torch.empty((blocks, THREADS), device="cuda")
    fma_us = _median_us(lambda: chains(x, y))
    a, b = (torch.randn((MATRIX, MATRIX), device="cuda", dtype=torch.float16) for _ in range(2))
    matrix_us = _median_us(lambda: a @ b)
    return Ceilings(
        copy_gbps=2 * COPY_BYTES / copy_us / 1e3,
        read_gbps=COPY_BYTES / read_us / 1e3,
        fma_tflops=2 * GPU_CHAINS * GPU_FMAS * blocks * THREADS / fma_us / 1e6,
        float16_tflops=2 * MATRIX**3 / matrix_us / 1e6,
    )


# Many short runs: another program that takes a core slows most of them, but not all.
CPU_REPETITIONS = 40
# Two FMA units with a latency of 4 cycles need 8 accumulators in flight; AVX2 has 16 registers.
CPU_CHAINS = 10
CPU_FMAS = 1 << 21
COPY_FLOATS = 1 << 26
READ_STREAMS = 8


@quick_parser()
def fma_chains(threads: int, steps: int, width: int) -> tvm.ir.IRModule:
    """A kernel whose threads run independent chains of multiply-adds on vector registers."""

    @I.ir_module
    class Chains:
        @T.prim_func(s_tir=True)
        def main(
            x: T.Buffer((CPU_CHAINS, width), "float32"), y: T.Buffer((threads, width), "float32")
        ):
            for t in T.parallel(threads):
                with T.sblock("chains"):
                    vt = T.axis.spatial(threads, t)
                    T.reads(x[0:CPU_CHAINS, 0:width])
                    T.writes(y[vt, 0:width])
                    acc = T.sblock_alloc_buffer((CPU_CHAINS, width), "float32")
                    for c in T.unroll(CPU_CHAINS):
                        for v in T.vectorized(width):
                            acc[c, v] = x[c, v]
                    for _ in range(steps):
                        for c in T.unroll(CPU_CHAINS):
                            for v in T.vectorized(width):
                                acc[c, v] = acc[c, v] * T.float32(0.999) + T.float32(0.5)
                    for v in T.vectorized(width):
                        y[vt, v] = T.float32(0)
                    for c in T.unroll(CPU_CHAINS):
                        for v in T.vectorized(width):
                            y[vt, v] = y[vt, v] + acc[c, v]

    return Chains


@quick_parser()
def copy_module(threads: int, floats: int) -> tvm.ir.IRModule:
    """A kernel whose threads each copy a part of an array."""
    share = floats // threads // 16

    @I.ir_module
    class Copy:
        @T.prim_func(s_tir=True)
        def main(
            x: T.Buffer((threads, share, 16), "float32"),
            y: T.Buffer((threads, share, 16), "float32"),
        ):
            for t in T.parallel(threads):
                for i in range(share):
                    for v in T.vectorized(16):
                        with T.sblock("copy"):
                            vt, vi, vv = T.axis.remap("SSS", [t, i, v])
                            y[vt, vi, vv] = x[vt, vi, vv]

    return Copy


@quick_parser()
def read_module(threads: int, floats: int, width: int) -> tvm.ir.IRModule:
    """A kernel whose threads each add up a part of an array, in eight vector registers."""
    share = floats // threads // READ_STREAMS // width

    @I.ir_module
    class Read:
        @T.prim_func(s_tir=True)
        def main(
            x: T.Buffer((threads, READ_STREAMS, share, width), "float32"),
            y: T.Buffer((threads, READ_STREAMS, width), "float32"),
        ):
            for t in T.parallel(threads):
                with T.sblock("read"):
                    vt = T.axis.spatial(threads, t)
                    T.reads(x[vt, 0:READ_STREAMS, 0:share, 0:width])
                    T.writes(y[vt, 0:READ_STREAMS, 0:width])
                    acc = T.sblock_alloc_buffer((READ_STREAMS, width), "float32")
                    for s in T.unroll(READ_STREAMS):
                        for v in T.vectorized(width):
                            acc[s, v] = T.float32(0)
                    for i in range(share):
                        for s in T.unroll(READ_STREAMS):
                            for v in T.vectorized(width):
                                acc[s, v] = acc[s, v] + x[vt, s, i, v]
                    for s in T.unroll(READ_STREAMS):
                        for v in T.vectorized(width):
                            y[vt, s, v] = acc[s, v]

    return Read


def repeated(main: Callable[..., None], arguments: Sequence) -> Callable[[int], float]:
    """A function from a number of runs to the total seconds."""

    def seconds(runs: int) -> float:
        start = time.perf_counter()
        for _ in range(runs):
            main(*arguments)
        return time.perf_counter() - start

    return seconds


def _least_s(main: Callable[..., None], *arguments) -> float:
    """Time of the fastest run: other programs can only slow a run down."""
    seconds = repeated(main, arguments)
    return min([seconds(1) for _ in range(CPU_REPETITIONS + 1)][1:])


def measure_cpu_ceilings(
    threads: int, fmas: int = CPU_FMAS, copy_floats: int = COPY_FLOATS
) -> Ceilings:
    """Copy and read bandwidth and float32 FMA rate of `threads` threads.

    float16 has no separate ceiling, because it is widened to float32.
    """
    width = vector_unit(NATIVE).lanes
    chains = build_module(fma_chains(threads, fmas, width), THIS_CPU)["main"]
    x = tvm.runtime.tensor(np.ones((CPU_CHAINS, width), "float32"))
    y = tvm.runtime.empty((threads, width), "float32")
    fma_s = _least_s(chains, x, y)
    shape = (threads, copy_floats // threads // 16, 16)
    copy = build_module(copy_module(threads, copy_floats), THIS_CPU)["main"]
    source = tvm.runtime.tensor(np.ones(shape, "float32"))
    copy_s = _least_s(copy, source, tvm.runtime.empty(shape, "float32"))
    parts = (threads, READ_STREAMS, copy_floats // threads // READ_STREAMS // width, width)
    read = build_module(read_module(threads, copy_floats, width), THIS_CPU)["main"]
    array = tvm.runtime.tensor(np.ones(parts, "float32"))
    read_s = _least_s(read, array, tvm.runtime.empty((*parts[:2], width), "float32"))
    tflops = 2 * CPU_CHAINS * width * fmas * threads / fma_s / 1e12
    return Ceilings(
        copy_gbps=2 * 4 * int(np.prod(shape)) / copy_s / 1e9,
        read_gbps=4 * int(np.prod(parts)) / read_s / 1e9,
        fma_tflops=tflops,
        float16_tflops=tflops,
    )
