"""Kernel files for which `verify` reads more than the machine code."""

from __future__ import annotations

import pytest
from accesses import needs_compiler

from schedules import explore
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

pytestmark = needs_compiler

LAUNCH = """
grid = [1]
block = [{block}]
tolerance = 1e-6
reference = "kernel.py"
[[arguments]]
name = "y"
dtype = "float32"
shape = [{outputs}]
role = "out"
[[arguments]]
name = "x"
dtype = "float32"
shape = [{inputs}]
"""


def problems(folder, source: str, reference: str, suffix: str = "cu", **launch: int) -> set[str]:
    """Kinds of the problems that `verify` finds."""
    (folder / "kernel.toml").write_text(LAUNCH.format(**launch))
    (folder / "kernel.py").write_text(reference)
    (folder / f"kernel.{suffix}").write_text(source)
    checks = explore(str(folder / f"kernel.{suffix}")).verify().checks
    assert all(check.compared for check in checks)
    return {problem.partition(":")[0] for check in checks for problem in check.problems}


# Warps that exit before the others meet at a barrier; the first thread reads what they wrote. The
# corpus cannot hold this: `verify` looks for `return` in the text, also where FAULT excludes it.
EARLY_RETURN = """
extern "C" __global__ void k(float *y, const float *x) {
  __shared__ float s[96], copies[32];
  int t = threadIdx.x;
  copies[t %% 32] = 0;
  __syncthreads();
  if (t >= 64) {
    copies[t %% 32] = x[t];
    %s
  } else {
    s[t] = x[t];
    __syncthreads();
    y[t] = s[63 - t] + (t == 0 ? copies[3] : 0);
  }
}
"""


@pytest.mark.parametrize("end", ["return;", ""], ids=["return", "the end of the kernel"])
def test_a_return_before_a_barrier_is_no_branch_around_it(tmp_path, end):
    reference = "def reference(y, x):\n    r = x[63::-1].copy()\n    r[0] += x[67]\n    return r\n"
    sizes = {"block": 96, "outputs": 64, "inputs": 96}
    found = problems(tmp_path, EARLY_RETURN % end, reference, **sizes)
    assert found == (set() if end else {"barrier-divergence"})


# A division has a slow path in a function, which nvJitLink places in a section of its own.
DIVISION = """
extern "C" __global__ void k(float *y, const float *x) {
  __shared__ float a[32], b[32];
  int t = threadIdx.x;
  a[t] = x[t];
  b[t] = x[t + 32];
  __syncthreads();
  y[t] = a[t] / b[31 - t];
}
"""


def test_ptx_that_calls_a_function(tmp_path):
    ptx = Compiler(Target.parse("sm_90")).compile(DIVISION).ptx
    reference = "def reference(y, x):\n    return x[:32] / x[63:31:-1]\n"
    sizes = {"block": 32, "outputs": 32, "inputs": 64}
    assert problems(tmp_path, ptx, reference, "ptx", **sizes) == set()
