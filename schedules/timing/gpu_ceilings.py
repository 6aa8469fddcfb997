"""What this GPU can do at most, measured in the same run as the rungs."""

from __future__ import annotations

import statistics
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import tvm
from tvm.script import ir as I
from tvm.script import tirx as T

from ..checks.device import cuda
from ..lowering.lower import compile_module
from ..workloads import Workload

COPY_BYTES = 1 << 32
CHAINS = 16
FMAS = 16_384
BLOCKS = 132 * 8
THREADS = 256
MATRIX = 8192


@dataclass(frozen=True)
class Ceilings:
    """Measured rates: copy bandwidth counts bytes read plus bytes written."""

    copy_gbps: float
    fma_tflops: float
    float16_tflops: float

    def tflops(self, workload: Workload) -> float:
        """The arithmetic rate for a workload: tensor cores where it multiplies float16 matrices."""
        matrices = len(workload.shape) == 3
        factors = getattr(workload, "product_dtype", "") or getattr(workload, "in_dtype", "float32")
        half = np.dtype(factors).itemsize == 2
        return self.float16_tflops if matrices and half else self.fma_tflops

    def as_record(self) -> dict[str, float]:
        return {name: round(value, 2) for name, value in asdict(self).items()}


@I.ir_module
class _FmaChains:
    """Every thread runs independent chains of multiply-adds on registers."""

    @T.prim_func(s_tir=True)
    def main(x: T.Buffer((CHAINS,), "float32"), y: T.Buffer((BLOCKS, THREADS), "float32")):
        for b in T.thread_binding(BLOCKS, thread="blockIdx.x"):
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


def fma_module() -> tvm.ir.IRModule:
    """The module whose speed is the FMA rate."""
    return _FmaChains


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


def measure_ceilings(arch: str) -> Ceilings:
    """Copy 4 GiB, run FMA chains, and multiply float16 matrices by cuBLAS."""
    torch = cuda()
    copy_us = _copy_us()
    chains: Any = compile_module(fma_module(), arch=arch)["main"]
    x = torch.rand(CHAINS, device="cuda")
    y = torch.empty((BLOCKS, THREADS), device="cuda")
    fma_us = _median_us(lambda: chains(x, y))
    a, b = (torch.randn((MATRIX, MATRIX), device="cuda", dtype=torch.float16) for _ in range(2))
    matrix_us = _median_us(lambda: a @ b)
    return Ceilings(
        copy_gbps=2 * COPY_BYTES / copy_us / 1e3,
        fma_tflops=2 * CHAINS * FMAS * BLOCKS * THREADS / fma_us / 1e6,
        float16_tflops=2 * MATRIX**3 / matrix_us / 1e6,
    )
