"""Reads of a table in constant memory by an index that is computed."""

from __future__ import annotations

import numpy as np
import pytest

from gpusim.device import run_cubin
from gpusim.isa.sass import disassemble
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

TEXT = """
__constant__ KIND table[4] = {3, 1, 4, 1};
extern "C" __global__ void k(int* a, const int* b) {
  int i = threadIdx.x;
  if (b[i] >= 0) a[i] = table[b[i]];
}
"""
NEGATIVE = """
__constant__ signed char table[5][3] = {{1, 0, 0}, {1, 2, 0}, {3, 0, 0}, {1, 4, 0}, {3, 0, 0}};
extern "C" __global__ void k(int* a, const unsigned* b) {
  int state = 0;
  for (int i = 0; i < 4; i++) state = table[state][(b[threadIdx.x] >> 8 * i & 255) - 'a'];
  a[threadIdx.x] = state;
}
"""


@pytest.mark.parametrize("beyond", [0, 1])
def test_an_index_below_zero_beside_a_base_above_it(beyond):
    """The offset of LDC is negative, its register is added modulo 2^32."""
    letters = np.random.default_rng(0).integers(97, 100, (32, 4)).astype(np.uint8)
    letters[3, 0] -= beyond * letters[3, 0]
    cubin = Compiler(Target.parse("sm_90")).compile(NEGATIVE).cubin
    told = [one.text for one in disassemble(cubin)["k"] if "LDC.S8" in one.text]
    assert any("+-" in text for text in told), told
    arguments = {"a": np.full(32, -7, np.int32), "b": letters.view(np.uint32).ravel()}
    device, launch = run_cubin(cubin, arguments, grid=(1, 1, 1), block=(32, 1, 1))
    found = {(one.kind.name, one.memory) for one in launch.findings.wrong}
    assert found == ({("out-of-bounds", "constant")} if beyond else set())
    if not beyond:
        table, state = np.array([[1, 0, 0], [1, 2, 0], [3, 0, 0], [1, 4, 0], [3, 0, 0]]), 0
        for column in letters.T:
            state = table[state, column.astype(int) - 97]
        assert device.array("a").tolist() == state.tolist()


@pytest.mark.parametrize("kind", ["int", "short", "unsigned char"])
@pytest.mark.parametrize("last", [3, 400])
def test_an_overrun_is_found_and_its_twin_is_clean(kind, last):
    # Lanes that do not read have an index far outside.
    b = np.array([0, 1, 2, last, *[-(1 << 30)] * 28], np.int32)
    cubin = Compiler(Target.parse("sm_90")).compile(TEXT.replace("KIND", kind)).cubin
    arguments = {"a": np.full(32, -7, np.int32), "b": b}
    device, launch = run_cubin(cubin, arguments, grid=(1, 1, 1), block=(32, 1, 1))
    found = [(one.kind.name, one.memory, one.count) for one in launch.findings.wrong]
    assert found == ([] if last == 3 else [("out-of-bounds", "constant", 1)])
    assert device.array("a")[:3].tolist() == [3, 1, 4] and (device.array("a")[4:] == -7).all()
