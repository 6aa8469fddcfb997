"""Instructions that few kernels use, against NumPy; each twin has a fault beside it."""

from __future__ import annotations

import ml_dtypes  # noqa: F401, of the expressions
import numpy as np
import pytest
from accesses import needs_compiler
from compared import cases, check

from gpusim.device import Device
from gpusim.isa.cubin import read_cubin
from gpusim.isa.program import Program
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Options
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

pytestmark = needs_compiler
RNG = np.random.default_rng(0)
X = RNG.integers(-100_000, 100_000, 32, dtype=np.int32)
FLOATS = np.r_[1e30, -1e30, 70000, -70000, RNG.uniform(-9, 9, 28)].astype(np.float32)
BITS = [RNG.integers(0, 2**32, (rows, 8), dtype=np.uint32) for rows in (16, 8)]
PAIRS = [RNG.integers(0, 2**32, 64, dtype=np.uint32) for _ in range(2)]
PAIRS[1][:8] = PAIRS[0][:8]
BYTES = [RNG.integers(-128, 128, (8, 16), dtype=np.int8) for _ in range(2)]


def ones(words: np.ndarray) -> np.ndarray:
    return np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=-1).astype(np.int64)


def tf32(values: np.ndarray) -> np.ndarray:
    scale = 2.0 ** (np.floor(np.log2(np.abs(values.astype(np.float64)))) - 10)
    return (np.rint(values / scale) * scale).astype(np.float32)


CASES = cases(__file__, globals())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_result(case):
    check(case)


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
