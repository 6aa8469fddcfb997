"""What this GPU can do at most, measured in the same run as the rungs."""

from __future__ import annotations

import statistics
from typing import Any

import tvm
from tvm.script import ir as I
from tvm.script import tirx as T

from ..compile.compiler import Compiler
from ..gpu import cuda
from ..lowering.lower import build_module
from .ceilings import Ceilings

COPY_BYTES = 1 << 32
CHAINS = 16
FMAS = 16_384
# Blocks a multiprocessor.
BLOCKS_EACH = 8
THREADS = 256
MATRIX = 8192


def fma_module(blocks: int) -> tvm.ir.IRModule:
    """Every thread runs independent chains of multiply-adds on registers: the FMA rate."""

    @I.ir_module
    class FmaChains:
        @T.prim_func(s_tir=True)
        def main(x: T.Buffer((CHAINS,), "float32"), y: T.Buffer((blocks, THREADS), "float32")):
            for b in T.thread_binding(blocks, thread="blockIdx.x"):
                for t in T.thread_binding(THREADS, thread="threadIdx.x"):
                    with T.sblock("chains"):
                        vb, vt = T.axis.remap("SS", [b, t])
                        T.reads(x[0:CHAINS])
                        T.writes(y[vb, vt])
                        acc = T.sblock_alloc_buffer((CHAINS,), scope="local")
                        for c in T.unroll(CHAINS):
                            acc[c] = x[c] + T.cast(vt, "float32")
                        for _ in range(FMAS):
                            for c in T.unroll(CHAINS):
                                acc[c] = acc[c] * T.float32(0.999) + T.float32(0.5)
                        y[vb, vt] = T.float32(0)
                        for c in T.unroll(CHAINS):
                            y[vb, vt] = y[vb, vt] + acc[c]

    return FmaChains


def _median_us(action, repetitions: int = 9) -> float:
    torch = cuda()
    times = []
    for at in range(repetitions + 2):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        action()
        end.record()
        end.synchronize()
        if at >= 2:
            times.append(start.elapsed_time(end) * 1e3)
    return statistics.median(times)


def _copy_us() -> float:
    """Time of copying COPY_BYTES; the tensors are freed with the function."""
    torch = cuda()
    source = torch.empty(COPY_BYTES // 4, device="cuda").uniform_()
    copied = torch.empty_like(source)
    return _median_us(lambda: copied.copy_(source))


def measure_ceilings(compiler: Compiler) -> Ceilings:
    """Copy 4 GiB, run FMA chains, and multiply float16 matrices by cuBLAS."""
    torch = cuda()
    copy_us = _copy_us()
    blocks = torch.cuda.get_device_properties(0).multi_processor_count * BLOCKS_EACH
    library = build_module(fma_module(blocks), compiler.target, machine_code=compiler.cubin)
    chains: Any = library["main"]
    x = torch.rand(CHAINS, device="cuda")
    y = torch.empty((blocks, THREADS), device="cuda")
    fma_us = _median_us(lambda: chains(x, y))
    a, b = (torch.randn((MATRIX, MATRIX), device="cuda", dtype=torch.float16) for _ in range(2))
    matrix_us = _median_us(lambda: a @ b)
    return Ceilings(
        copy_gbps=2 * COPY_BYTES / copy_us / 1e3,
        fma_tflops=2 * CHAINS * FMAS * blocks * THREADS / fma_us / 1e6,
        float16_tflops=2 * MATRIX**3 / matrix_us / 1e6,
    )
