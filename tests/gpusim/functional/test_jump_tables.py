"""A switch: each thread jumps by a table in a constant bank."""

from __future__ import annotations

import numpy as np
import pytest
from exhaustive import sampled

from gpusim.device import Device
from gpusim.isa import sass
from gpusim.isa.cubin import read_cubin
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Program
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

THREADS = 64
TEXT = """
extern "C" __global__ void k(int* a, const int* b) {
  int i = threadIdx.x;
  switch (b[i]) {
    case 0: a[i] = 1; break;
    case 1: a[i] = b[i + 1] * 3; break;
    case 2: a[i] = b[i + 2] ^ i; break;
    case 3: a[i] = i * i; break;
    case 4: a[i] = -b[i]; break;
    case 5: a[i] = b[i] / 3; break;
    case 6: a[i] = b[i + 3] & 12;
  }
}
"""


LOOP = """
extern "C" __global__ void k(float* a, int n) {
  for (int i = 0; i < n; i++)
    if (threadIdx.x & i) a[i] = sqrtf(a[i]) / 3;
}
"""


@pytest.mark.parametrize(("text", "jumps"), [(TEXT, True), (LOOP, False)])
@pytest.mark.parametrize("arch", sampled(["sm_80", "sm_90"], {"sm_90"}))
def test_the_disassembly_has_the_targets_of_indirect_jumps(text, jumps, arch):
    """nvdisasm's dataflow analysis finds them, and changes nothing in code without such jumps."""
    cubin = Compiler(Target.parse(arch)).compile(text).cubin
    whole = sass.run_nvdisasm(cubin)
    assert sass.nvdisasm(cubin) == whole
    assert (sass.run_nvdisasm(cubin, "-ndf") != whole) == jumps


def test_every_thread_goes_where_its_case_is():
    compiled = Compiler(Target.parse("sm_90")).compile(TEXT)
    program = Program.of("k", disassemble(compiled.cubin)["k"])
    (jump, *_) = (code for code in program.codes if code.base == "BRX")
    assert len(program.successors[jump.at]) >= 3
    cases = np.random.default_rng(9).integers(0, 9, THREADS + 3).astype(np.int32)
    device = Device({"a": np.full(THREADS, -7, np.int32), "b": cases})
    image = read_cubin(compiled.cubin).kernel("k")
    ran = device.launch(Call(image, program, (1, 1, 1), (THREADS, 1, 1), 0, ["a", "b"]))
    i, b = np.arange(THREADS), cases[:THREADS]
    expected = np.select(
        [b == case for case in range(7)],
        [1, cases[1:-2] * 3, cases[2:-1] ^ i, i * i, -b, b // 3, cases[3:] & 12],
        -7,
    )
    assert device.array("a").tolist() == expected.tolist()
    assert not ran.findings.cases
