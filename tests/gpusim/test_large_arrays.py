"""An array beyond 2^31 elements of which few pages are accessed, within 6 GB of address space."""

from __future__ import annotations

import pytest
from accesses import needs_compiler

ELEMENTS = 2_200_000_000
KERNEL = f"""extern "C" __global__ void k(unsigned char* y, const unsigned char* x) {{
  unsigned i = {ELEMENTS}u - 1 - threadIdx.x - blockIdx.x * 1000000000u;
#ifdef FAULT
  i += 32;
#endif
  y[blockIdx.x * 32 + threadIdx.x] = x[i];
}}
"""
PYTHON = f"""import numpy as np

def inputs(rng, shape, dtype):
    x = np.zeros(shape, dtype)
    for block in range(3):
        end = {ELEMENTS} - block * 1000000000
        x[end - 32 : end] = rng.integers(1, 256, 32)
    return x

def reference(y, x):
    at = {ELEMENTS} - 1 - 1000000000 * np.arange(3)[:, None] - np.arange(32)
    return x[at.ravel()]
"""
LAUNCH = f"""grid = [3]
block = [32]
reference = "large.py"
arguments = [
  {{name = "y", dtype = "uint8", shape = [96], role = "out"}},
  {{name = "x", dtype = "uint8", shape = [{ELEMENTS}], values = "large.py:inputs"}},
]
"""


@pytest.mark.exhaustive
@pytest.mark.parametrize(("options", "code"), [("[]", 0), ('["-DFAULT"]', 1)])
@needs_compiler
def test_pages_that_no_access_touches_cost_nothing(run_cli, tmp_path, options, code):
    (tmp_path / "large.cu").write_text(KERNEL)
    (tmp_path / "large.py").write_text(PYTHON)
    (tmp_path / "large.toml").write_text(f"options = {options}\n{LAUNCH}")
    done = run_cli("verify", str(tmp_path / "large.cu"), "--memory", 6)
    assert done.returncode == code, done.stderr
    assert "correct" in done.stdout if code == 0 else "out-of-bounds" in done.stderr
