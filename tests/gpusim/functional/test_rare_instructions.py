"""Instructions that few kernels use, against NumPy; each twin has a fault beside it."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from accesses import needs_compiler
from compared import VALUES, Compared, check

from gpusim.device import Device
from gpusim.isa.cubin import read_cubin
from gpusim.isa.program import Program
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Options
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

pytestmark = needs_compiler
RNG = np.random.default_rng(0)
X = RNG.integers(-100_000, 100_000, 32, dtype=np.int32)
FLOATS = np.r_[1e30, -1e30, 70000, -70000, RNG.uniform(-9, 9, 28)].astype(np.float32)
BITS = [RNG.integers(0, 2**32, (rows, 8), dtype=np.uint32) for rows in (16, 8)]
PAIRS = [RNG.integers(0, 2**32, 64, dtype=np.uint32) for _ in range(2)]
PAIRS[1][:8] = PAIRS[0][:8]
BYTES = [RNG.integers(-128, 128, (8, 16), dtype=np.int8) for _ in range(2)]


def ones(words: np.ndarray) -> np.ndarray:
    return np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=-1).astype(np.int64)


def tf32(values: np.ndarray) -> np.ndarray:
    scale = 2.0 ** (np.floor(np.log2(np.abs(values.astype(np.float64)))) - 10)
    return (np.rint(values / scale) * scale).astype(np.float32)


CASES = [
    Compared(
        "%smid is below %nsmid",
        """extern "C" __global__ void k(int* y) {
          unsigned number, count;
          asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
          asm volatile("mov.u32 %0, %%nsmid;" : "=r"(count));
          y[threadIdx.x] = (number < count) CLEAN(+ 0) FAULT(+ count);
        }""",
        {"y": np.zeros(32, np.int32)},
        np.ones(32, np.int32),
        VALUES,
    ),
    Compared(
        "mbarrier.pending_count of the states before two arrivals",
        """extern "C" __global__ void k(unsigned* y) {
          __shared__ unsigned long long full;
          unsigned place = (unsigned)__cvta_generic_to_shared(&full), left = 0;
          if (threadIdx.x > 0) return;
          asm volatile("mbarrier.init.shared::cta.b64 [%0], 40;" :: "r"(place));
          for (int i = 0; i < 2; i++) {
            unsigned long long state;
            asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1], %2;"
                         : "=l"(state) : "r"(place), "r"(CLEAN(1) FAULT(2)) : "memory");
            asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(left) : "l"(state));
            y[i] = left;
          }
        }""",
        {"y": np.zeros(2, np.uint32)},
        np.array([40, 39]),
        VALUES,
    ),
    Compared(
        "cvt.sat to 8 and 16 bits",
        """extern "C" __global__ void k(int* y, const int* x) {
          int v = x[threadIdx.x];
          short a, c;
          unsigned short b, d;
          asm("cvt.sat.s8.s32 %0, %1;" : "=h"(a) : "r"(v));
          asm("cvt.sat.u16.s32 %0, %1;" : "=h"(b) : "r"(CLEAN(v) FAULT(-v)));
          asm("cvt.sat.s16.s32 %0, %1;" : "=h"(c) : "r"(v));
          asm("cvt.sat.u8.s32 %0, %1;" : "=h"(d) : "r"(v));
          y[threadIdx.x] = a * 3 + b + c + d;
        }""",
        {"y": np.zeros(32, np.int32), "x": X},
        np.clip(X, -128, 127) * 3
        + np.clip(X, 0, 65535)
        + np.clip(X, -32768, 32767)
        + np.clip(X, 0, 255),
        VALUES,
    ),
    Compared(
        "cvt.satfinite to float16 and bfloat16, cvt.rn to tf32",
        """#include <cuda_fp16.h>
        extern "C" __global__ void k(float* y, const float* x) {
          int i = threadIdx.x;
          unsigned short h, b;
          unsigned t;
          asm("cvt.rn CLEAN(.satfinite) .f16.f32 %0, %1;" : "=h"(h) : "f"(x[i]));
          asm("cvt.rn.satfinite.bf16.f32 %0, %1;" : "=h"(b) : "f"(x[i]));
          asm("cvt.rn.tf32.f32 %0, %1;" : "=r"(t) : "f"(x[i]));
          y[i] = __half2float(__ushort_as_half(h));
          y[32 + i] = __uint_as_float((unsigned)b << 16);
          y[64 + i] = __uint_as_float(t);
        }""".replace("cvt.rn CLEAN(.satfinite) .f16", 'cvt.rn" CLEAN(".satfinite") ".f16'),
        {"y": np.zeros(96, np.float32), "x": FLOATS},
        np.concatenate(
            [
                np.clip(FLOATS, -65504, 65504).astype(np.float16).astype(np.float32),
                FLOATS.astype(ml_dtypes.bfloat16).astype(np.float32),
                tf32(FLOATS),
            ]
        ),
        VALUES,
    ),
    Compared(
        "elect.sync names its lane",
        """extern "C" __global__ void k(int* y) {
          int i = threadIdx.x, leader = 9, elected = 0;
          if (i >= CLEAN(5) FAULT(6))
            asm volatile("{.reg .pred p; elect.sync %0|p, 0xffffffe0; selp.s32 %1, 1, 0, p;}"
                         : "=r"(leader), "=r"(elected));
          y[i] = leader * 2 + elected;
        }""",
        {"y": np.zeros(32, np.int32)},
        np.where(np.arange(32) < 5, 18, 10 + (np.arange(32) == 5)),
        "deadlock",
    ),
    Compared(
        "mma of single bits",
        """extern "C" __global__ void k(int* y, const unsigned* a, const unsigned* b) {
          int r = threadIdx.x / 4, c = threadIdx.x % 4, d[4] = {1, 1, 1, 1};
          unsigned A[4], B[2] = {b[r * 8 + c], b[r * 8 + c CLEAN(+ 4)]};
          for (int n = 0; n < 4; n++) A[n] = a[(r + n % 2 * 8) * 8 + c + n / 2 * 4];
          for (int n = 0; n < 2; n++)
            asm volatile("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc"
                         "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                         : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
                         : "r"(A[0]), "r"(A[1]), "r"(A[2]), "r"(A[3]), "r"(B[0]), "r"(B[1]));
          for (int n = 0; n < 4; n++) y[(r + n / 2 * 8) * 8 + 2 * c + n % 2] = d[n];
        }""",
        {"y": np.zeros((16, 8), np.int32), "a": BITS[0], "b": BITS[1]},
        1 + 2 * (ones(BITS[0]) @ ones(BITS[1]).T),
        VALUES,
    ),
    Compared(
        "mma m8n8k16 of 8-bit integers, saturating",
        """extern "C" __global__ void k(int* y, const unsigned* a, const unsigned* b) {
          int i = threadIdx.x, d[2] = {0x7fffff00, -0x7fffff00};
          asm volatile("mma.sync.aligned.m8n8k16.row.col" CLEAN(".satfinite") ".s32.s8.s8.s32"
                       "{%0, %1}, {%2}, {%3}, {%0, %1};"
                       : "+r"(d[0]), "+r"(d[1]) : "r"(a[i]), "r"(b[i]));
          y[2 * i] = d[0], y[2 * i + 1] = d[1];
        }""",
        {"y": np.zeros((8, 8), np.int32), "a": BYTES[0], "b": BYTES[1]},
        np.clip(
            BYTES[0].astype(np.int64) @ BYTES[1].T.astype(np.int64)
            + np.tile([0x7FFFFF00, -0x7FFFFF00], 4),
            -(2**31),
            2**31 - 1,
        ),
        VALUES,
    ),
    Compared(
        "128-bit compare-and-swap",
        """extern "C" __global__ void k(unsigned long long* y) {
          unsigned long long low = 0, high = 0, was, above;
          while (true) {
            asm volatile("{.reg .b128 old, next; mov.b128 old, {%3, %4}; mov.b128 next, {%5, %6};"
                         "atom.relaxed.gpu.global.cas.b128 old, [%2], old, next;"
                         "mov.b128 {%0, %1}, old;}"
                         : "=l"(was), "=l"(above)
                         : "l"(y), "l"(low), "l"(high), "l"(low + 1), "l"(high + threadIdx.x)
                         : "memory");
            if (FAULT(true ||) was == low && above == high) break;
            low = was, high = above;
          }
        }""",
        {"y": np.zeros(2, np.uint64)},
        np.array([32, 496]),
        VALUES,
        outputs=(),
    ),
    Compared(
        "atomics of vectors of halves",
        """#include <cuda_fp16.h>
        extern "C" __global__ void k(__half2* y) {
          unsigned v = 0x3c003c00;  // 1, 1
          asm volatile("red.global.add.noftz.v4.f16x2 [%0], {%1, %1, %1, %1};"
                       :: "l"(y), "r"(v) : "memory");
          unsigned w = threadIdx.x == 7 ? 0x44004200 : 0;  // 3, 4
          asm volatile("red.global." CLEAN("max") FAULT("min") ".noftz.v2.f16x2 [%0], {%1, %1};"
                       :: "l"(y + 4), "r"(w) : "memory");
        }""",
        {"y": np.zeros(12, np.float16)},
        np.array([32] * 8 + [3, 4] * 2),
        VALUES,
        outputs=(),
    ),
    Compared(
        "the sign of a pair of 16-bit integers",
        """extern "C" __global__ void k(unsigned* y, const unsigned* a, const unsigned* b) {
          int i = threadIdx.x;
          y[i] = CLEAN(__vsubss2) FAULT(__vsub2)(a[i], b[i]);
        }""",
        {"y": np.zeros(64, np.uint32), "a": BITS[1].ravel(), "b": BITS[0].ravel()[:64]},
        np.clip(
            BITS[1].ravel().view(np.int16).astype(int)
            - BITS[0].ravel()[:64].view(np.int16).astype(int),
            -(2**15),
            2**15 - 1,
        )
        .astype(np.int16)
        .view(np.uint32),
        VALUES,
        block=64,
    ),
    Compared(
        "sums and extrema of pairs of 16-bit integers, and which are taken",
        """extern "C" __global__ void k(unsigned* y, const unsigned* a, const unsigned* b) {
          int i = threadIdx.x;
          bool high, low;
          y[i] = CLEAN(__viaddmax_s16x2_relu) FAULT(__viaddmax_s16x2)(a[i], b[i], 0x80008000);
          y[64 + i] = __vibmax_u16x2(a[i], b[i], &high, &low);
          y[128 + i] = high * 2 + low;
        }""",
        {"y": np.zeros(192, np.uint32), "a": PAIRS[0], "b": PAIRS[1]},
        np.concatenate(
            [
                np.maximum(
                    (PAIRS[0].view(np.int16) + PAIRS[1].view(np.int16)).reshape(-1, 2),
                    np.int16(0),
                ).view(np.uint32)[:, 0],
                np.maximum(*(pair.view(np.uint16) for pair in PAIRS)).view(np.uint32),
                (PAIRS[0].view(np.uint16) >= PAIRS[1].view(np.uint16)).reshape(-1, 2) @ [1, 2],
            ]
        ),
        VALUES,
        block=64,
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_result(case):
    check(case)


def test_iadd_adds_two_numbers():
    """ptxas 13.3 and later emit it for sm_120, in place of an IADD3 with RZ."""
    text = (
        'extern "C" __global__ void k(int* y, const int* x) { y[threadIdx.x] = -x[threadIdx.x]; }'
    )
    cubin = Compiler(Target.parse("sm_90")).cubin(text)
    code = disassemble(cubin)["k"]
    sums = [at for at, one in enumerate(code) if one.opcode == "IADD3"]
    assert len(sums) == 1
    two = code[sums[0]].operands.removesuffix(", RZ")
    code[sums[0]] = code[sums[0]]._replace(opcode="IADD", operands=two)
    given = {"y": np.zeros(32, np.int32), "x": X}
    image = read_cubin(cubin).kernel("k")
    device = Device(given, {"y"}, Options(count=False))
    device.launch(Call(image, Program.of("k", code), (1, 1, 1), (32, 1, 1), 0, list(given)))
    np.testing.assert_array_equal(device.array("y"), -X)
