"""malloc, free, new and delete in device code, each with a fault."""

from __future__ import annotations

import numpy as np
import pytest
from accesses import needs_compiler
from compared import Compared, check
from exhaustive import every

pytestmark = needs_compiler
X = np.arange(1, 33, dtype=np.int32)
LOCAL = """extern "C" __global__ void k(int* y, const int* x) {{
  int i = threadIdx.x, n = x[i], sum = 0;
  int* p = (int*)malloc(n * sizeof(int));
  for (int j = 0; j < n; j++) {first}p[j] = j;
  for (int j = 0; j < n {over}; j++) sum += p[j];
  free(p);
  {last}y[i] = sum;
}}"""
PARTS = {"first": "", "over": "", "last": ""}
ARGUMENTS = {"y": np.zeros(32, np.int32), "x": X}


def local(name: str, fault: str, **parts: str) -> Compared:
    text = LOCAL.format(**PARTS | {key: f"FAULT({part})" for key, part in parts.items()})
    return Compared(name, text, ARGUMENTS, X * (X - 1) // 2, fault)


CASES = [
    local("overrun", "out-of-bounds", over="+ 1"),
    local("uninitialized", "uninitialized", first="if (j > 0) "),
    local("double free", "out-of-bounds", last="free(p);"),
    local("use after free", "out-of-bounds", last="sum = *(volatile int*)p;"),
    Compared(
        "a list of nodes of all lanes",
        """struct Node { int value; Node* next; };
        extern "C" __global__ void k(int* y, const int* x) {
          __shared__ Node* nodes[32];
          int i = threadIdx.x, sum = 0;
          nodes[i] = new Node{x[i], nullptr};
          __syncthreads();
          nodes[i]->next = i < 31 ? nodes[i + 1] : nullptr;
          CLEAN(__syncthreads();)
          for (Node* node = nodes[i]; node; node = node->next) sum += node->value;
          __syncthreads();
          y[i] = sum;
          delete nodes[31 - i];
        }""",
        ARGUMENTS,
        np.cumsum(X[::-1])[::-1],
        "warp-synchronous",
        also=frozenset({"race-read", "uninitialized", "out-of-bounds", "deadlock"}),
    ),
]


@pytest.mark.parametrize("case", every(CASES, 3), ids=lambda case: case.name)
def test_result(case):
    check(case)
