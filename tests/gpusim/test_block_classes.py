"""Blocks that execute other instructions than most are among those that are simulated."""

from __future__ import annotations

import numpy as np
import pytest
from accesses import needs_compiler

from gpusim.exact_counts import differing_blocks
from gpusim.isa.cubin import read_cubin
from gpusim.isa.program import Program
from gpusim.isa.sass import disassemble
from gpusim.launch import Call
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

GRID = (40, 12, 1)
LOOP = "for (int j = 0; j < 64; j++) v = v * 0.5f + x[(i + j) & 1023];"
STORE = "y[i & 1023] = v;"
TEXT = """extern "C" __global__ void k(float* y, const float* x) {
  int i = (blockIdx.y * gridDim.x + blockIdx.x) * 64 + threadIdx.x;
  float v = x[i & 1023];
  %s
}"""


@pytest.mark.parametrize(
    ("body", "among"),
    [
        (LOOP + STORE, {(0, 0, 0), (39, 11, 0)}),
        (f"if (blockIdx.x == 37 && blockIdx.y == 5) v += 1; {LOOP + STORE}", {(37, 5, 0)}),
        (f"{LOOP} if (i < 30000) {STORE}", {(28, 11, 0), (39, 11, 0)}),
        ("for (int j = 0; j < (blockIdx.y == 7 ? 9 : 8); j++) v += x[j];" + STORE, {(0, 7, 0)}),
        (f"if (v > 0) {LOOP + STORE}", set()),
        ("for (int j = 0; j < (int)v; j++) y[j] = j;", None),
    ],
    ids=["alike", "selected", "ragged", "trip count", "predicate of data", "trip count of data"],
)
@needs_compiler
def test_a_block_of_each_control_flow(body, among):
    cubin = Compiler(Target.parse("sm_90")).cubin(TEXT % body)
    program = Program.of("k", disassemble(cubin)["k"])
    arrays = {name: np.zeros(1024, np.float32) for name in "yx"}
    call = Call(read_cubin(cubin).kernel("k"), program, GRID, (64, 1, 1), 0, list(arrays))
    found = differing_blocks(arrays, call)
    assert (not found) if among is None else among <= set(found)
    assert len(found) <= 6
