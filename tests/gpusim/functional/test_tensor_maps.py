"""Tensor maps: those that the driver rejects, and boxes that TMA cannot load."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from accesses import needs_compiler
from mbarrier_text import MBARRIER

from gpusim.device import Device, run_cubin
from gpusim.errors import UserError
from gpusim.isa.cubin import read_cubin
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Program, TensorMap
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

MAP = {"argument": 0, "shape": (64, 8), "strides": (256,), "box": (32, 8), "itemsize": 4}


POINTER = Path(__file__).with_name("tensor_map_pointer.cu").read_text()


@needs_compiler
@pytest.mark.parametrize("offset", [0, 384, 64])
def test_a_pointer_to_a_map_of_a_box_aligned_to_128_bytes(offset):
    box = TensorMap(argument=1, shape=(32, 8), strides=(128,), box=(32, 8), itemsize=4, swizzle=128)
    x = np.arange(256, dtype=np.float32)
    cubin = Compiler(Target.parse("sm_90")).cubin(MBARRIER + POINTER.replace("OFFSET", str(offset)))
    arguments = {"y": np.zeros(256, np.float32), "map": box}
    device, ran = run_cubin(
        cubin, arguments, (1, 1, 1), (32, 1, 1),
        outputs=("y",), dynamic_shared=2048, memory={"x": x},
    )  # fmt: skip
    if offset % 128:
        assert "misaligned" in ran.findings.names()
    else:
        assert not ran.findings.wrong, ran.findings.wrong
        assert (device.array("y") == x).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"box": (512, 8)}, "a box of 512 elements along an axis: at most 256"),
        ({"box": (30, 8)}, "rows of the box of 120 bytes: a multiple of 16"),
        ({"swizzle": 64}, "rows of the box of 128 bytes: at most the swizzle's 64"),
        ({"strides": (260,)}, "a stride of 260 bytes: a multiple of 16"),
        ({"strides": (1 << 40,)}, "a stride of 1099511627776 bytes: a multiple of 16, below 2^40"),
        ({"shape": (64,) * 6, "box": (4,) * 6}, "6 dimensions: 1 to 5"),
    ],
)
def test_a_tensor_map_that_the_driver_rejects_is_refused(change, message):
    assert TensorMap(**MAP).checked("x").swizzle == 0
    with pytest.raises(UserError) as refused:
        TensorMap(**(MAP | change)).checked("x")
    assert f"the tensor map of x has {message}" in str(refused.value)


BOX = Path(__file__).with_name("tensor_map_box.cu").read_text()


@needs_compiler
@pytest.mark.parametrize("column", [-4, 0, 8, -2, 1, 2, 38])
def test_a_box_begins_at_a_multiple_of_16_bytes_of_its_row(column):
    """What an H100 did with these columns, and with -1 as the row."""
    cubin = Compiler(Target.parse("sm_90")).cubin(BOX)
    image, program = read_cubin(cubin).kernel("k"), Program.of("k", disassemble(cubin)["k"])
    x = np.arange(8 * 64, dtype=np.float32).reshape(8, 64)
    device = Device({"x": x, "y": np.zeros(32, np.float32)}, ("y",), inputs=("x",))
    given = ["y", TensorMap(**MAP), np.int32(column).tobytes()]
    ran = device.launch(Call(image, program, (1, 1, 1), (32, 1, 1), 0, given))
    found = [(one.kind.name, one.memory) for one in ran.findings.wrong]
    assert found == ([("misaligned", "global")] if column % 4 else [])
    padded = np.pad(x, ((0, 0), (64, 64)))[0, 64 + column :][:32]
    np.testing.assert_array_equal(device.array("y"), padded)
