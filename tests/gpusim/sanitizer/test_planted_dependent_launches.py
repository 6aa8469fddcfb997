"""A dependent launch that does not wait for the previous one: planted, with clean twins."""

from __future__ import annotations

import numpy as np
import pytest
from accesses import needs_compiler

from gpusim.device import Device
from gpusim.isa.cubin import read_cubin
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Program
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

pytestmark = needs_compiler

WAIT = 'asm volatile("griddepcontrol.wait;" ::: "memory");'
# The first kernel writes a and reads b; the second one reads a, or writes b.
FIRST = """extern "C" __global__ void first(float* a, const float* b) {
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
  a[threadIdx.x] = b[threadIdx.x] + 1.0f;
}
extern "C" __global__ void second(float* a, float* b, float* c) {
  __shared__ float kept[64];
  const int t = threadIdx.x;
"""
READS = "c[t] = a[63 - t];"
CASES = {
    "no wait": (READS, True),
    "a wait behind the read": (f"float x = a[63 - t]; {WAIT} c[t] = x;", True),
    "a wait of one warp alone": (f"if (t < 32) {{ {WAIT} }} {READS}", True),
    "overwrites what the first one reads": ("b[t] = 0.0f;", True),
    "narrower stores than the first one's": ("((char*)c)[t] = ((char*)a)[t];", True),
    "a wait before the read": (f"{WAIT} {READS}", False),
    "a barrier behind one warp's wait": (
        f"if (t < 32) {{ {WAIT} }} __syncthreads(); {READS}",
        False,
    ),
    "reads what the first one reads": ("c[t] = b[63 - t];", False),
    "writes behind the wait": (f"kept[t] = b[t]; {WAIT} b[t] = kept[t] + 1.0f;", False),
}


def findings(body: str, dependent: bool) -> set[str]:
    data = Compiler(Target.parse("sm_90")).compile(f"{FIRST}{body} }}").cubin
    cubin, sass = read_cubin(data), disassemble(data)
    arrays = {name: np.zeros(64, np.float32) for name in "abc"}
    device = Device(arrays, unwritten=("c",))
    names: set[str] = set()
    for kernel, arguments, waits in (("first", "ab", False), ("second", "abc", dependent)):
        image = cubin.kernel(kernel)
        program = Program.of(kernel, sass[kernel], image.architecture)
        call = Call(image, program, (1, 1, 1), (64, 1, 1), 0, tuple(arguments), dependent=waits)
        names |= set(device.launch(call).findings.names())
    return names


@pytest.mark.parametrize("name", CASES)
def test_what_precedes_the_wait_is_found(name):
    body, faulty = CASES[name]
    assert findings(body, dependent=True) == ({"dependent-launch"} if faulty else set())
    assert not findings(body, dependent=False)
