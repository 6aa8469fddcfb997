"""What this CPU can do at most, measured in the same run as the rungs."""

from __future__ import annotations

import time

import numpy as np
import tvm
from tvm.script import ir as I
from tvm.script import tirx as T

from ..lowering.lower import build_module
from ..targets import THIS_CPU
from ..targets.cpus import native_mcpu
from .ceilings import Ceilings

# Two multiply-add units with a latency of 4 cycles want 8 sums in flight; AVX2 has 16 registers.
CHAINS = 10
FMAS = 1 << 21
COPY_FLOATS = 1 << 26
LANES = {"x86-64-v4": 16, "x86-64-v3": 8}
REPETITIONS = 9


def lanes() -> int:
    """float32 values of a vector register."""
    return LANES.get(native_mcpu(), 4)


def fma_chains(threads: int, steps: int, width: int) -> tvm.ir.IRModule:
    """Each thread runs independent chains of multiply-adds on vector registers."""

    @I.ir_module
    class Chains:
        @T.prim_func(s_tir=True)
        def main(x: T.Buffer((CHAINS, width), "float32"), y: T.Buffer((threads, width), "float32")):
            for t in T.parallel(threads):
                with T.sblock("chains"):
                    vt = T.axis.spatial(threads, t)
                    T.reads(x[0:CHAINS, 0:width])
                    T.writes(y[vt, 0:width])
                    acc = T.sblock_alloc_buffer((CHAINS, width), "float32")
                    for c in T.unroll(CHAINS):
                        for v in T.vectorized(width):
                            acc[c, v] = x[c, v]
                    for _ in range(steps):
                        for c in T.unroll(CHAINS):
                            for v in T.vectorized(width):
                                acc[c, v] = acc[c, v] * T.float32(0.999) + T.float32(0.5)
                    for v in T.vectorized(width):
                        y[vt, v] = T.float32(0)
                    for c in T.unroll(CHAINS):
                        for v in T.vectorized(width):
                            y[vt, v] = y[vt, v] + acc[c, v]

    return Chains


def copy_module(threads: int, floats: int) -> tvm.ir.IRModule:
    """Each thread copies its share of an array."""
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


def _least_s(main, *arguments) -> float:
    """Time of the fastest run: other programs on the machine only ever lower what it can do."""
    main(*arguments)
    times = []
    for _ in range(REPETITIONS):
        start = time.perf_counter()
        main(*arguments)
        times.append(time.perf_counter() - start)
    return min(times)


def measure_cpu_ceilings(
    threads: int, fmas: int = FMAS, copy_floats: int = COPY_FLOATS
) -> Ceilings:
    """Copy bandwidth (bytes read plus bytes written) and float32 multiply-add rate of `threads`
    threads. float16 has no ceiling of its own: it is widened to float32."""
    width = lanes()
    chains = build_module(fma_chains(threads, fmas, width), THIS_CPU)["main"]
    x = tvm.runtime.tensor(np.ones((CHAINS, width), "float32"))
    y = tvm.runtime.empty((threads, width), "float32")
    fma_s = _least_s(chains, x, y)
    shape = (threads, copy_floats // threads // 16, 16)
    copy = build_module(copy_module(threads, copy_floats), THIS_CPU)["main"]
    source = tvm.runtime.tensor(np.ones(shape, "float32"))
    copy_s = _least_s(copy, source, tvm.runtime.empty(shape, "float32"))
    tflops = 2 * CHAINS * width * fmas * threads / fma_s / 1e12
    return Ceilings(
        copy_gbps=2 * 4 * int(np.prod(shape)) / copy_s / 1e9,
        fma_tflops=tflops,
        float16_tflops=tflops,
    )
