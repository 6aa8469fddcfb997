"""What decides a kernel's costs, of values that pass through local memory."""

from __future__ import annotations

import numpy as np
import pytest
from accesses import needs_compiler

from gpusim.dataflow.slicing import counting_slice
from gpusim.device import Device
from gpusim.exact_counts import count
from gpusim.isa.cubin import read_cubin
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Options, Program
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

# The compiler cannot keep an array in registers that it indexes by an argument.
TEXT = """
extern "C" __global__ void k(const int* a, int* b, int n) {
  int kept[16] = {};
  for (int i = 0; i < n; ++i) kept[i & 15] += a[i * 32 + threadIdx.x];
  PUT
}
"""


@needs_compiler
@pytest.mark.parametrize(
    "put, by_data",
    [("b[threadIdx.x] = kept[n & 15];", False), ("b[kept[n & 15]] = threadIdx.x;", True)],
)
def test_values_in_local_memory_decide_only_what_reads_them_to_decide(put, by_data):
    cubin = Compiler(Target.parse("sm_90")).compile(TEXT.replace("PUT", put)).cubin
    program = Program.of("k", disassemble(cubin)["k"])
    assert {"STL", "LDL"} <= {code.base for code in program.codes}
    part = counting_slice(program)
    assert bool(part.by_data) == by_data


# 32 registers a thread hold neither the data nor the addresses.
SPILLS = """
extern "C" __global__ void __launch_bounds__(1024, 2) k(const int* a, int* b, int n) {
  int x[40], at = threadIdx.x * n ^ 5, step = threadIdx.x + n ^ 7;
  _Pragma("unroll") for (int i = 0; i < 40; i++) x[i] = a[threadIdx.x + 32 * i];
  for (int j = 0; j < n; j++) {
    _Pragma("unroll") for (int i = 0; i < 40; i++) x[i] = x[i] * x[(i + 1) % 40] + x[i * 7 % 40];
  }
  at += DATA;
  _Pragma("unroll") for (int i = 0; i < 40; i++) b[at + i * step] = x[i];
}
"""


@needs_compiler
@pytest.mark.parametrize("data, by_data", [("0", False), ("(x[20] & 63)", True)])
def test_spilled_addresses_are_no_data(data, by_data):
    cubin = Compiler(Target.parse("sm_90")).compile(SPILLS.replace("DATA", data)).cubin
    program = Program.of("k", disassemble(cubin)["k"])
    assert {"STL", "LDL"} <= {code.base for code in program.codes}
    number = (3).to_bytes(4, "little")
    call = Call(
        read_cubin(cubin).kernel("k"), program, (2, 1, 1), (64, 1, 1), 0, ("a", "b", number)
    )
    arrays = {name: np.arange(1 << 13, dtype=np.int32) for name in "ab"}
    counted = count(arrays, call)
    assert bool(counted.by_data) == by_data
    # Data that are spilled beside the addresses are not in the slice.
    part = counting_slice(program)
    assert bool(part.by_data) == by_data
    stores = {code.at for code in program.codes if code.base == "STL"}
    assert stores & part.only and not stores <= part.only
    run = Device(arrays, (), Options(check=False)).launch(call).counts
    for table in ("issued", "shared", "globally"):
        np.testing.assert_array_equal(getattr(counted.counts, table), getattr(run, table))
