"""Verdicts that the seventh blind set showed to be wrong."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from file_findings import kinds_of_problems

pytestmark = needs_compiler


def argument(name: str, dtype: str, size: int, more: str = "") -> str:
    return f'[[arguments]]\nname = "{name}"\ndtype = "{dtype}"\nshape = [{size}]\n{more}\n'


OUT = 'role = "out"'


# The first warp builds a table that bytes index; the smallest array has more elements than a byte
# has values.
TABLE = """
extern "C" __global__ void k(unsigned char *y, const unsigned char *x) {
  __shared__ unsigned char table[256];
  int t = threadIdx.x;
  if (t < 32)
    for (int k = t; k < 256; k += 32) table[k] = k * k / 255;
  SYNCHRONIZE();
  for (int k = t; k < 512; k += 128) y[k] = table[x[k]];
}
"""


@pytest.mark.parametrize("synchronize, kind", [("__syncthreads", ""), ("__syncwarp", "race-read")])
def test_the_range_of_an_index_is_within_its_dtype(tmp_path, synchronize, kind):
    launch = "grid = [1]\nblock = [128]\n" + argument("y", "uint8", 512, OUT)
    launch += argument("x", "uint8", 512)
    found = kinds_of_problems(tmp_path, TABLE.replace("SYNCHRONIZE", synchronize), launch)
    assert kind in found if kind else not found


# The upper half of a word is added by compare and swap; whether its loop repeats depends on other
# threads, not on the word's value.
SWAPPED = """
extern "C" __global__ void k(unsigned *y, const unsigned *x) {
  __shared__ unsigned sums[8];
  int t = threadIdx.x;
  if (t < 8) sums[t] = 0;
  __syncthreads();
  unsigned *sum = sums + (x[t] & 7), seen = atomicAdd(sum, 0), made = seen + (x[t] >> 16);
  while (true) {
    unsigned old = atomicCAS(sum, seen, made);
    if (old == seen) break;
    seen = old;
    AGAIN;
  }
  __syncthreads();
  if (t < 8) y[t] = sums[t];
}
"""
SUMS = """
import numpy as np
def reference(y, x):
    return np.bincount(x & 7, x >> 16, 8).astype(np.uint32)
"""


@pytest.mark.parametrize("again, kind", [("made = seen + (x[t] >> 16)", ""), ("", "y")])
def test_a_loop_of_compare_and_swap_does_not_narrow_values(tmp_path, again, kind):
    (tmp_path / "sums.py").write_text(SUMS)
    launch = 'grid = [1]\nblock = [32]\nreference = "sums.py"\n' + argument("y", "uint32", 8, OUT)
    launch += argument("x", "uint32", 32)
    found = kinds_of_problems(tmp_path, SWAPPED.replace("AGAIN", again), launch)
    assert kind in found if kind else not found


# Lanes reduce the values of their branch; the masks name all lanes, or those of the branch.
BRANCHES = """
extern "C" __global__ void k(int *y, const int *x) {
  int t = threadIdx.x, v = x[t];
  unsigned even = __ballot_sync(~0u, v % 2 == 0), first = FIRST, second = SECOND;
  if (v % 2 == 0) y[t] = __reduce_add_sync(first, v);
  else y[t] = __reduce_max_sync(second, v);
}
"""


@pytest.mark.parametrize(
    "first, second, kinds", [("even", "~even", set()), ("~0u", "~0u", {"part-of-a-warp"})]
)
def test_all_lanes_of_the_mask_execute_the_same_reduction(tmp_path, first, second, kinds):
    text = BRANCHES.replace("FIRST", first).replace("SECOND", second)
    launch = "grid = [1]\nblock = [32]\n" + argument("y", "int32", 32, OUT)
    assert kinds_of_problems(tmp_path, text, launch + argument("x", "int32", 32)) == kinds
