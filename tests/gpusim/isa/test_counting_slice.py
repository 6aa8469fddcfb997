"""What decides a kernel's costs, of values that pass through local memory."""

from __future__ import annotations

import numpy as np
import pytest
from accesses import needs_compiler

from gpusim.device import Device
from gpusim.findings import Findings
from gpusim.functional.interpreter import Interpreter
from gpusim.isa.control_flow import counting_slice
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
    number = (64).to_bytes(4, "little")
    call = Call(
        read_cubin(cubin).kernel("k"), program, (1, 1, 1), (32, 1, 1), 0, ("a", "b", number)
    )
    options = Options(check=False)
    device = Device({name: np.zeros(1 << 12, np.int32) for name in "ab"}, (), options)
    first = Interpreter(
        program, device.setup(call), device.memory, [(0, 0, 0)], Findings(), options
    )
    part = counting_slice(program, first.dependences)
    assert bool(part.by_data) == by_data
