"""An instruction that this compiler does not emit."""

from __future__ import annotations

import numpy as np
from accesses import needs_compiler

from gpusim.device import Device
from gpusim.isa.cubin import read_cubin
from gpusim.isa.program import Program
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Options
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

X = np.arange(-16, 16, dtype=np.int32)


@needs_compiler
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
