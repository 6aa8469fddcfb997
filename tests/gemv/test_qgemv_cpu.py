"""Each rung of gemv/qgemv_cpu keeps its promise in its own assembly; NumPy's int8 beside it."""

from __future__ import annotations

import re

import numpy as np
import pytest
from cpu_asm import count, inner_loops
from exhaustive import sampled

from gpusim.errors import UserError
from schedules.core import cpus
from schedules.core.catalog import ladder
from schedules.core.errors import ShapeError
from schedules.core.kernel import last_kernel
from schedules.core.target import THIS_CPU, Target
from schedules.measure import cpu
from schedules.measure.numpy_worker import NumpyProduct
from schedules.workloads.integer_gemv import IntegerGemv, group_codes

LADDER = ladder("gemv/qgemv_cpu")
# LLVM's name of a CPU with vpdpbusd -> its vector registers.
DOTS = {"cascadelake": "zmm", "alderlake": "ymm"}
ROWS = {"dot_instruction": 1, "row_tile": 8, "parallel": 8, "int4": 8, "int4_parallel": 8}
NEVER = "vpdpbusd|pmaddubsw"


def asm(rung: str, mcpu: str) -> str:
    one = LADDER[rung]
    return last_kernel(one, one.at(), Target.parse(mcpu, "llvm")).lowering.asm


def dot_loop(text: str, pattern: str) -> list[str]:
    """The innermost loop with the most instructions of a kind."""
    return max(inner_loops(text), key=lambda body: count(body, pattern))


@pytest.mark.parametrize("mcpu", DOTS)
@pytest.mark.parametrize("rung", sampled(ROWS, ["row_tile", "int4"]))
def test_the_inner_loop_is_dot_products_without_spills(rung, mcpu):
    """A register of codes for each instruction, the sums of each row in registers of their own."""
    loop = dot_loop(asm(rung, mcpu), r"(\{vex\}\s+)?vpdpbusd")
    dots = [line for line in loop if "vpdpbusd" in line]
    assert all(DOTS[mcpu] in line for line in dots)
    assert not any("%rsp" in line for line in loop), "no access to the stack"
    assert not count(loop, r"vmov\w+\s+%\w+, .*\(")
    assert not count(loop, r"vpmovzx|vpmovsx|vpmulld"), "bytes are not widened"
    if LADDER[rung].workload.bits == 8:
        sums = {line.rpartition("%")[2] for line in dots}
        assert len(sums) == ROWS[rung]
    else:
        # A register of codes has two halves.
        scaled = [line for line in loop if line.startswith("vfmadd")]
        assert len(dots) == 2 * len(scaled) > 0


def test_a_half_of_a_byte_takes_a_mask_and_the_other_a_shift_too():
    loop = dot_loop(asm("int4", "cascadelake"), "vpdpbusd")
    dots = count(loop, "vpdpbusd")
    assert count(loop, "vpand") == dots
    assert count(loop, r"vpsrlw\s+\$4") == dots // 2
    assert count(loop, "vcvtdq2ps") == count(loop, "vfmadd231ps") == dots // 2


@pytest.mark.parametrize("rung", sampled(LADDER.rungs, ["row_tile", "int4"]))
@pytest.mark.parametrize("mcpu", ["x86-64-v3", "x86-64-v4", "x86-64-v2"])
def test_other_cpus_widen_the_bytes(rung, mcpu):
    """No vpdpbusd where there is none, nor vpmaddubsw, whose sums of two products saturate."""
    text = asm(rung, mcpu)
    assert not re.search(NEVER, text)
    assert "pmaddwd" in text


@pytest.mark.parametrize("rung", sampled(LADDER.rungs, ["parallel", "int4"]))
@pytest.mark.parametrize("shape", [(8, 128), (16, 16384), (64, 640)])
def test_this_cpus_own_tile_is_right(rung, shape):
    one = LADDER[rung]
    kernel = last_kernel(one, one.at(shape), THIS_CPU)
    assert cpu.error_of(kernel) < 1e-5
    fused = cpus.vector_unit(cpus.NATIVE).dot_product and rung in ROWS
    assert ("vpdpbusd" in kernel.lowering.asm) == fused


def test_the_worst_codes_and_x_do_not_overflow():
    """All codes 255 or 15 by x = -127 or 127: sums of two products exceed 16 bits."""
    for name in ("row_tile", "int4"):
        one = LADDER[name]
        workload = one.at((8, 16384))
        kernel = last_kernel(one, workload, THIS_CPU)
        for value in (-127, 127):
            inputs = workload.inputs(np.random.default_rng(0), integer=True)
            inputs[0][:], inputs[1][:] = 255, value
            got = run(kernel, inputs)
            most = 16384 * value * ((255 if workload.bits == 8 else 15) - workload.zero)
            assert got == pytest.approx(np.full(8, most / 128**2), rel=1e-6)


def run(kernel, inputs) -> np.ndarray:
    from schedules.lowering.emit import run_library

    (got,) = run_library(kernel.executable, inputs, kernel.workload.outputs())
    return got


def test_a_wrong_zero_point_is_found(monkeypatch):
    one = LADDER["row_tile"]
    monkeypatch.setattr(IntegerGemv, "zero", 127)
    kernel = last_kernel(one, one.at((16, 256)), THIS_CPU)
    _ = kernel.executable
    monkeypatch.undo()
    with pytest.raises(UserError, match="is wrong"):
        cpu.error_of(kernel)


# --- the workload ---------------------------------------------------------------------------------


def test_codes_of_a_group_are_in_low_and_high_halves():
    codes = np.arange(256, dtype="uint8").reshape(2, 128) % 16
    groups = codes.reshape(2, 2, 64)
    packed = (groups[:, 0] | groups[:, 1] << 4).reshape(2, 1, 64)
    assert (group_codes(packed) == codes).all()


@pytest.mark.parametrize("bits", [8, 4])
def test_the_reference_is_the_formula(bits):
    """Written out element by element; the last rows are in a piece of their own."""
    workload = IntegerGemv(1027, 256, bits)
    w, x, scale, x_scale = workload.inputs(np.random.default_rng(1))
    (got,) = workload.reference([w, x, scale, x_scale])
    flat = x.ravel().astype(float)
    for row in (0, 1023, 1026):
        total = 0.0
        for k in range(256):
            byte = int(w[row, k] if bits == 8 else w[row, k // 128, k % 64])
            code = byte if bits == 8 else (byte >> (4 * (k % 128 // 64))) & 15
            by = scale[row] if bits == 8 else scale[row, k // 128]
            total += float(by) * (code - workload.zero) * flat[k]
        assert got[row] == pytest.approx(total * float(x_scale[0]), rel=1e-12)


def test_what_the_workload_refuses():
    with pytest.raises(ShapeError, match="K = 130 is not a multiple of 128"):
        IntegerGemv(8, 130)
    with pytest.raises(ShapeError, match="exact up to K = 65536"):
        IntegerGemv(8, 65536 + 128)
    with pytest.raises(UserError, match="bits = 3"):
        IntegerGemv(8, 128, 3)


# --- measuring ------------------------------------------------------------------------------------


def test_numpy_multiplies_int8_with_int32_sums():
    assert cpu.numpy_dtypes(LADDER["int4"].workload) == {
        "NumPy float32": "float32",
        "NumPy int8": "int8",
    }
    with NumpyProduct((16, 128), 1, "int8") as product:
        assert product.seconds(2) > 0


def test_native_has_vpdpbusd_where_the_cpu_lists_it(monkeypatch, tmp_path):
    levels = set().union(*cpus.X86_LEVELS.values())
    for flags, attributes in (
        (levels, []),
        (levels | {"avx512_vnni"}, ["+avx512vnni"]),
        (levels - {"avx512vl"} | {"avx512_vnni"}, []),
        (levels - {"avx512vl"} | {"avx_vnni"}, ["+avxvnni"]),
        (levels - {"avx2"} | {"avx_vnni"}, []),
    ):
        cpuinfo = tmp_path / "cpuinfo"
        cpuinfo.write_text(f"flags : {' '.join(sorted(flags))}\n")
        monkeypatch.setattr(cpus, "CPUINFO", cpuinfo)
        assert cpus.native_dot_products(cpus.native_mcpu()) == attributes
    assert not cpus.vector_unit("x86-64-v4").dot_product
    assert cpus.vector_unit("znver4").dot_product
