"""Structs by value, clocks, function pointers, virtual calls, recursion, asserts and printf."""

from __future__ import annotations

import numpy as np
import pytest
from accesses import needs_compiler
from compared import VALUES, Compared, check
from exhaustive import every

from gpusim.device import run_cubin
from gpusim.findings import Unsupported
from gpusim.launch import Struct
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

pytestmark = needs_compiler
LANES = np.arange(32)
NUMBERS = LANES.astype(np.int32)
Y = np.zeros(32, np.int32)
FACTORS = np.dtype([("scale", "f4"), ("n", "i4"), ("shift", "f8"), ("table", "f4", 40)])
STRUCT = "struct Factors { float scale; int n; double shift; float table[40]; };\n"
SMALL = np.array((1.5, 20, 0.25, np.arange(40)), FACTORS)[()]

CASES = [
    Compared(
        "a struct by value",
        STRUCT
        + """extern "C" __global__ void k(float* y, const int* x, Factors f) {
          int i = threadIdx.x;
          y[i] = i CLEAN(<) FAULT(<=) f.n ? x[i] * f.scale + (float)f.shift : f.table[39 - i];
        }""",
        {"y": Y.astype(np.float32), "x": NUMBERS, "f": SMALL},
        np.where(LANES < 20, LANES * 1.5 + 0.25, 39 - LANES),
        VALUES,
    ),
    Compared(
        "a generic pointer to a parameter",
        STRUCT
        + """__device__ __noinline__ float at(const float* table, int i) { return table[i]; }
        extern "C" __global__ void k(float* y, const float* x, const __grid_constant__ Factors f) {
          int i = threadIdx.x;
          y[i] = at(i & 1 ? x : f.table, i FAULT(+ 1000));
        }""",
        {"y": Y.astype(np.float32), "x": -LANES.astype(np.float32), "f": SMALL},
        np.where(LANES & 1, -LANES, LANES),
        "out-of-bounds",
    ),
    Compared(
        "function pointers in memory and in registers",
        """typedef int (*Function)(int);
        __device__ __noinline__ int next(int a) { return a + 1; }
        __device__ __noinline__ int thrice(int a) { return a * 3; }
        __device__ __noinline__ int less(int a) { return a - 7; }
        __device__ Function table[3] = {next, thrice, less};
        __device__ __noinline__ int apply(Function f, int a) { return f(a); }
        extern "C" __global__ void k(int* y, const int* x) {
          int i = threadIdx.x;
          y[i] = table[x[i] % 3](i) + apply(i & 1 ? thrice : FAULT(next) CLEAN(less), i);
        }""",
        {"y": Y, "x": NUMBERS},
        np.choose(LANES % 3, [LANES + 1, LANES * 3, LANES - 7])
        + np.where(LANES & 1, LANES * 3, LANES - 7),
        VALUES,
    ),
    Compared(
        "virtual calls",
        """struct Shape { int b; __device__ virtual int of(int a) const = 0; };
        struct Sum : Shape { __device__ int of(int a) const override { return a + b; } };
        struct Product : Shape { __device__ int of(int a) const override { return a * b; } };
        __device__ __noinline__ int call(const Shape* shape, int a) { return shape->of(a); }
        extern "C" __global__ void k(int* y, const int* x) {
          int i = threadIdx.x;
          Sum sum; Product product;
          CLEAN(sum.b = 5;) product.b = 3;
          y[i] = call(x[i] & 1 ? (const Shape*)&sum : (const Shape*)&product, i);
        }""",
        {"y": Y, "x": NUMBERS},
        np.where(LANES & 1, LANES + 5, LANES * 3),
        "uninitialized",
    ),
    Compared(
        "recursion",
        """__device__ __noinline__ int fibonacci(int n) {
          return n < 2 ? n FAULT(+ (n == 1)) : fibonacci(n - 1) + fibonacci(n - 2);
        }
        extern "C" __global__ void k(int* y) { y[threadIdx.x] = fibonacci(threadIdx.x % 8); }""",
        {"y": Y},
        np.array([0, 1, 1, 2, 3, 5, 8, 13] * 4),
        VALUES,
    ),
    Compared(
        "recursion of lanes that enter one after the other",
        """__device__ __noinline__ int ackermann(int m, int n) {
          return m == 0 ? n + 1 FAULT(+ (n == 1)) : n == 0 ? ackermann(m - 1, 1)
              : ackermann(m - 1, ackermann(m, n - 1));
        }
        extern "C" __global__ void k(int* y) {
          int i = threadIdx.x, odd = 0;
          for (int n = i; n > 0; n -= 2) odd = n & 1;
          y[i] = odd + 10 * ackermann(i % 3, i % 2);
        }""",
        {"y": Y},
        LANES % 2 + 10 * np.array([[1, 2], [2, 3], [3, 5]])[LANES % 3, LANES % 2],
        VALUES,
    ),
    Compared(
        "clocks",
        """extern "C" __global__ void k(int* y) {
          long long from = clock64();
          unsigned short_from = clock();
          unsigned long long time, later;
          asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
          __nanosleep(500);
          asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(later));
          y[threadIdx.x] = (clock64() > from) + 2 * (clock() - short_from < 100000u)
              + 4 * (later - time CLEAN(>=) FAULT(<) 500);
        }""",
        {"y": Y},
        np.full(32, 7),
        VALUES,
    ),
    Compared(
        "an assert that holds",
        """extern "C" __device__ void __assertfail(const char*, const char*, unsigned, const char*,
                                                unsigned long);
        extern "C" __global__ void k(int* y, const int* x) {
          int i = threadIdx.x;
          if (x[i] CLEAN(< 0) FAULT(== 9)) __assertfail("x", "file", 3, "k", 1);
          y[i] = x[i] + 1;
        }""",
        {"y": Y, "x": NUMBERS},
        LANES + 1,
        "trap",
    ),
    Compared(
        "printf prints nothing",
        """extern "C" __device__ int printf(const char*, ...);
        extern "C" __global__ void k(int* y, const int* x) {
          int i = threadIdx.x;
          if (x[i] > 20) printf("x[%d] is %d\\n", i, x[i]);
          y[i] = x[i CLEAN(^) FAULT(|) 1];
        }""",
        {"y": Y, "x": NUMBERS},
        LANES ^ 1,
        VALUES,
    ),
    Compared(
        "cluster and block sizes",
        """__device__ unsigned special_sum() {
          unsigned id, count, blocks, in_cluster, bytes;
          asm volatile("mov.u32 %0, %%clusterid.x;" : "=r"(id));
          asm volatile("mov.u32 %0, %%nclusterid.x;" : "=r"(count));
          asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
          asm volatile("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(in_cluster));
          asm volatile("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
          return id + 10 * count + 100 * blocks + 1000 * in_cluster + 10000 * bytes;
        }
        extern "C" __global__ void __cluster_dims__(CLEAN(2) FAULT(4)) k(unsigned* y) {
          y[blockIdx.x * 8 + threadIdx.x] = special_sum();
        }""",
        {"y": np.zeros(64, np.uint32)},
        np.repeat(np.arange(8) // 2 + 40 + 200 + 1000 * (np.arange(8) % 2), 8),
        VALUES,
        block=8,
        grid=8,
    ),
]


@pytest.mark.parametrize("case", every(CASES, 3), ids=lambda case: case.name)
def test_result(case):
    check(case)


def test_pointers_in_a_struct():
    text = """struct Arguments { int n; const int* x; int* y; };
    extern "C" __global__ void k(Arguments a) {
      int i = threadIdx.x;
      if (i < a.n) a.y[i] = a.x[i] * 2;
    }"""
    cubin = Compiler(Target.parse("sm_90")).cubin(text)
    data = np.array([(31, 0, 0, 0)], "i4,i4,i8,i8").tobytes()
    arrays = {"x": NUMBERS, "y": Y}

    def launched(members):
        arguments = {"a": Struct(data, members)}
        return run_cubin(cubin, arguments, (1, 1, 1), (32, 1, 1), memory=arrays)

    device, ran = launched({8: "x", 16: "y"})
    assert not ran.findings.wrong
    assert device.array("y").tolist() == [*(LANES[:31] * 2), 0]
    _, ran = launched({8: "x"})
    assert set(ran.findings.names()) == {"out-of-bounds"}


def test_an_unknown_function_is_named():
    text = """extern "C" __global__ void k(int* y, int n) {
      int* a = (int*)malloc(n); a[0] = n; y[0] = a[0]; free(a); }"""
    cubin = Compiler(Target.parse("sm_90")).cubin(text).replace(b"malloc", b"cmalox")
    with pytest.raises(Unsupported, match=r"CALL\.ABS\.NOINC R\d+`, a call of cmalox"):
        run_cubin(cubin, {"y": Y, "n": np.int32(64)}, (1, 1, 1), (32, 1, 1))
