"""Atomics of 8 and 16 bits, which compilers implement by compare-and-swaps of the word."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from file_findings import kinds_of_problems

pytestmark = needs_compiler


def argument(name: str, dtype: str, length: int, rest: str) -> str:
    return f"[[arguments]]\nname = '{name}'\ndtype = '{dtype}'\nshape = [{length}]\n{rest}\n"


def problems(folder, text: str, arguments: str, reference: str, grid: int = 1) -> set[str]:
    (folder / "kernel.py").write_text(f"import numpy as np\n\n\n{reference}")
    launch = f"grid = [{grid}]\nblock = [64]\nreference = 'kernel.py'\ntolerance = 0\n"
    return kinds_of_problems(folder, text, launch + arguments)


ZEROS = "role = 'inout'\nvalues = 'zeros'"
# By name: kernel, dtype of `y`, result for its length n.
KERNELS = {
    "half": (
        """
        #include <cuda_fp16.h>
        extern "C" __global__ void k(__half *y) {
          atomicAdd(&y[threadIdx.x % LENGTH + SHIFT], __float2half(1.f));
        }
        """,
        "float16",
    ),
    "16-bit CAS": (
        """
        extern "C" __global__ void k(unsigned short *y) {
          unsigned short *p = &y[threadIdx.x % LENGTH + SHIFT], before;
          unsigned short now = *(volatile unsigned short *)p;
          do {
            before = now;
            now = atomicCAS(p, before, (unsigned short)(before + 1));
          } while (now != before);
        }
        """,
        "uint16",
    ),
    "atomic_ref of a byte": (
        """
        #include <cuda/atomic>
        extern "C" __global__ void k(unsigned char *y) {
          cuda::atomic_ref<unsigned char> counter(y[threadIdx.x % LENGTH + SHIFT]);
          counter.fetch_add(1, cuda::memory_order_relaxed);
        }
        """,
        "uint8",
    ),
}


@pytest.mark.parametrize("shift", [0, 1], ids=["within the array", "beyond its end"])
@pytest.mark.parametrize("name", KERNELS)
def test_the_word_may_reach_beyond_the_array(tmp_path, name, shift):
    text, dtype = KERNELS[name]
    text = text.replace("LENGTH", "5").replace("SHIFT", str(shift))
    counts = f"def reference(y):\n    return np.bincount(np.arange(64) % 5).astype('{dtype}')\n"
    found = problems(tmp_path, text, argument("y", dtype, 5, ZEROS), counts)
    assert "out-of-bounds" in found if shift else not found


NEIGHBOURS = """
#include <cuda_fp16.h>
extern "C" __global__ void k(__half *y) {
  __shared__ __half s[3];
  int t = threadIdx.x;
  if (t == 0) s[0] = s[2] = __float2half(0.f);
  __syncthreads();
  if (t == 32) s[STORED] = __float2half(5.f);
  if (t < 8) {
    atomicAdd(&s[0], __float2half(1.f));
    atomicAdd(&s[2], __float2half(2.f));
  }
  if (blockIdx.x == 1 && t < 8) atomicAdd(&y[0], __float2half(1.f));
  if (blockIdx.x == 0 && t == 0) y[STORED] = __float2half(3.f);
  __syncthreads();
  if (blockIdx.x == 1 && t == 0) y[2] = s[0] + s[1] + s[2];
}
"""
SUMS = "def reference(y):\n    return np.array([8, 3, 29], 'float16')\n"


def test_only_the_changed_bytes_of_the_word_are_written(tmp_path):
    arguments = argument("y", "float16", 3, ZEROS)
    assert not problems(tmp_path, NEIGHBOURS.replace("STORED", "1"), arguments, SUMS, 2)
    found = problems(tmp_path, NEIGHBOURS.replace("STORED", "0"), arguments, SUMS, 2)
    assert {"race-write", "uninitialized"} <= found


ARRIVALS = """
extern "C" __global__ void k(int *y) {
  __shared__ unsigned long long barriers[2];
  int t = threadIdx.x;
  unsigned b = (unsigned)__cvta_generic_to_shared(barriers), at = b + 8 * (t % 2);
  if (t < 2)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 500;" :: "r"(at) : "memory");
  __syncthreads();
  unsigned long long state;
  asm volatile("mbarrier.arrive.noComplete.shared::cta.b64 %0, [%1], %2;"
               : "=l"(state) : "r"(at), "r"(2 + t % 2) : "memory");
  asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(y[t]) : "l"(state));
  WAIT
}
"""
PENDING = """def reference(y):
    t = np.arange(64)
    return 500 - t // 2 * (2 + t % 2)
"""
WAIT = """
asm volatile("{.reg .pred done; W: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;"
             " @!done bra W;}" :: "r"(at) : "memory");
"""


@pytest.mark.parametrize("wait, expected", [("", set()), (WAIT, {"deadlock"})])
def test_arrivals_with_a_count(tmp_path, wait, expected):
    """Each thread's state counts the arrivals of lower lanes with its count and mbarrier."""
    arguments = argument("y", "int32", 64, "role = 'out'")
    found = problems(tmp_path, ARRIVALS.replace("WAIT", wait), arguments, PENDING)
    assert found >= expected and bool(found) == bool(expected)


PAIR = """
extern "C" __global__ void k(ulonglong2 *y) {
  unsigned long long low = y->x, high = y->y, l, h;
  STORE
  for (;;) {
    asm volatile("{.reg .b128 e, v, o; mov.b128 e, {%3, %4}; mov.b128 v, {%5, %6};"
                 " atom.global.cas.b128 o, [%2], e, v; mov.b128 {%0, %1}, o;}"
                 : "=l"(l), "=l"(h)
                 : "l"(y), "l"(low), "l"(high), "l"(low + threadIdx.x), "l"(high + 1)
                 : "memory");
    if (l == low && h == high) break;
    low = l;
    high = h;
  }
}
"""
SUM_AND_COUNT = "def reference(y):\n    return np.array([2016, 64], 'uint64')\n"


@pytest.mark.parametrize("store, races", [("", False), ("y->y = threadIdx.x;", True)])
def test_the_first_value_of_a_loop_of_wide_swaps(tmp_path, store, races):
    """It is copied before the compare-and-swap, which verifies it."""
    arguments = argument("y", "uint64", 2, ZEROS)
    found = problems(tmp_path, PAIR.replace("STORE", store), arguments, SUM_AND_COUNT)
    assert bool(found & {"race-write", "race-same-instruction"}) if races else not found
