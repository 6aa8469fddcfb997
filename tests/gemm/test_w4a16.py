"""Each rung of gemm/w4a16 keeps its promise in its own CUDA and machine code."""

from __future__ import annotations

import re

import pytest
from conftest import compiled, lowered, machine_code
from exhaustive import sampled

from gpusim.errors import UserError
from schedules.core.catalog import ladder
from schedules.gemm.parts import BLOCKS
from schedules.gemm.weight_tiles import WeightTile

LADDER = ladder("gemm/w4a16")
BY_LANE = ["packed", "cp_async", "sliced_k", "split_k", "dependent_launch"]


def opcodes(rung: str) -> dict[str, list[str]]:
    code = machine_code(lowered(LADDER[rung]).source)
    return {name: [one.opcode for one in lines] for name, lines in code.items()}


def count(found: list[str], name: str) -> int:
    return sum(one.startswith(name) for one in found)


def test_order():
    assert list(LADDER.rungs) == ["naive", "mma", "dequantized", *BY_LANE, "wgmma"]


def test_naive_converts_every_weight_by_the_conversion_unit():
    kernel = opcodes("naive")["main_kernel"]
    assert count(kernel, "I2F") and not count(kernel, "HMMA")


def test_dequantized_writes_all_weights_as_float16():
    first, second = re.split(r'(?=extern "C")', lowered(LADDER["dequantized"]).kernel_source)[1:]
    assert "W_ptr" in first and re.search(r"\(W_value_ptr \+ .*\) = ", first)
    assert "W_ptr" not in second and "W_value_ptr" in second and "cp_async" in second


def test_mma_dequantizes_on_the_way_to_shared_memory():
    one = lowered(LADDER["mma"])
    assert len(one.launches) == 1
    kernel = opcodes("mma")["main_kernel"]
    assert count(kernel, "LDSM") and count(kernel, "HMMA.16816.F32") and count(kernel, "STS.128")
    assert not count(kernel, "LDL") and not count(kernel, "STL")


@pytest.mark.parametrize("rung", sampled(BY_LANE, {"packed", "split_k"}))
def test_codes_become_float16_two_at_a_time_in_registers(rung):
    """Per product half as many operations as codes, and no conversion of an integer."""
    kernel = opcodes(rung)["main_kernel"]
    assert not count(kernel, "I2F") and not count(kernel, "LDSM")
    products, eights = count(kernel, "HMMA.16816.F32"), LADDER[rung].tile.eights
    # Of a word's four pairs two are masked and reduced by an addition, two by a multiply-add.
    assert count(kernel, "HADD2") >= 2 * products // eights
    assert count(kernel, "HFMA2") >= 2 * products // eights
    assert not count(kernel, "LDL") and not count(kernel, "STL")
    assert "serialized" not in compiled(lowered(LADDER[rung]).source).log


def test_packed_reads_weights_past_shared_memory():
    text = lowered(LADDER["packed"]).kernel_source
    assert re.search(r"int4_group<1, 2>\(.*&\(W_ptr\[", text)
    assert "W_shared" not in text and "cp_async" not in text


@pytest.mark.parametrize("rung", BY_LANE[1:])
def test_all_operands_come_by_cp_async(rung):
    text = lowered(LADDER[rung]).kernel_source
    calls = set(re.findall(r"ptx_cp_async\w*\(\w+, .*?, (\w+)_ptr", text))
    assert calls == {"A", "W", "scale_zero"}
    assert "int4_group<" in text and not re.search(r"int4_group<.*W_ptr", text)


@pytest.mark.parametrize("rung", ["sliced_k", "split_k"])
def test_parts_are_added_in_order_and_without_atomics(rung):
    kernels = opcodes(rung)
    assert len(kernels) == (1 if rung == "sliced_k" else 2)
    assert not any(one.startswith(("ATOM", "RED")) for code in kernels.values() for one in code)
    tile = LADDER[rung].tile
    parts = tile.warps_k if rung == "sliced_k" else tile.parts
    text = lowered(LADDER[rung]).kernel_source
    (sum_,) = re.findall(
        r"for \(int \w+ = 0; \w+ < (\d+); .*\n +C_sum_local_ptr\[0\] = \(C_sum", text
    )
    assert int(sum_) == parts


@pytest.mark.parametrize("rung", ["sliced_k", "split_k"])
@pytest.mark.parametrize("rows", [1, 4, 16, 20, 40, 64])
@pytest.mark.parametrize("size", [4096, 8192, 16384])
def test_blocks_enough_for_every_size_of_the_goal(rung, rows, size):
    workload = LADDER[rung].workload.with_shape((rows, size, size))
    tile = LADDER[rung].tile_for(workload)
    tile.check(workload)
    blocks = size // tile.block()[1] * tile.parts
    assert BLOCKS - 4 <= blocks <= 2 * BLOCKS
    assert 8 * tile.eights >= rows
    # A, codes, and scales with zero points, of which the SMs have 227 KB.
    rows_bytes = 2 * 8 * tile.eights * (128 * tile.warps_k + 32)
    stage = rows_bytes + tile.warps_k * tile.block()[1] * (64 + 4)
    assert tile.stages * stage <= 227 * 1024


def test_rows_beyond_a_are_neither_read_nor_written():
    text = lowered(LADDER["packed"], shape=(5, 128, 512)).kernel_source
    assert re.search(r"if \(.* < 5\)", text)


def test_wgmma_multiplies_converted_codes_in_registers_with_rows_that_tma_loads():
    """One product for every 16 of K and 16 columns of a warp; no wait between products."""
    kernel = opcodes("wgmma")["main_kernel"]
    text = lowered(LADDER["wgmma"]).kernel_source
    # Two iterations of the pipeline and its last ones, each a group of 128.
    groups, fragments = text.count("int4_group_wgmma<1>("), LADDER["wgmma"].tile.fragments
    assert count(kernel, "HGMMA.64x") == groups * fragments * 8
    assert count(kernel, "UTMALDG") and not count(kernel, "HMMA") and not count(kernel, "I2F")
    assert not count(kernel, "LDL") and not count(kernel, "STL")
    calls = set(re.findall(r"ptx_cp_async\w*\(\w+, .*?, (\w+)_ptr", text))
    assert calls == {"W", "scale_zero"}
    assert "serialized" not in compiled(lowered(LADDER["wgmma"]).source).log


def test_a_copy_of_a_waits_for_no_other_copy():
    """fence.proxy.async waits for every cp.async in flight, so only the barriers' set-up has it."""
    kernel = opcodes("wgmma")["main_kernel"]
    first = next(place for place, name in enumerate(kernel) if name.startswith("HGMMA"))
    assert count(kernel, "MEMBAR") == 1 and count(kernel[:first], "MEMBAR") == 1


def test_wgmma_takes_no_eight_rows():
    rung = LADDER["wgmma"]
    workload = rung.workload.with_shape((8, 256, 1024))
    with pytest.raises(UserError, match="16 x 128 x 256"):
        rung.tile_for(workload).check(workload)


def test_wgmma_needs_warps_by_fours():
    with pytest.raises(UserError, match="warps_n = 2: four warps"):
        WeightTile(warps_n=2, wgmma=True)


@pytest.mark.parametrize("rows", [16, 24, 64])
@pytest.mark.parametrize("size", [4096, 8192, 16384])
def test_two_blocks_of_wgmma_share_an_sm(rows, size):
    workload = LADDER["wgmma"].workload.with_shape((rows, size, size))
    tile = LADDER["wgmma"].tile_for(workload)
    tile.check(workload)
    blocks = size // tile.block()[1] * tile.parts
    assert BLOCKS - 4 <= blocks <= 2 * BLOCKS
    stage = 2 * 8 * tile.eights * 128 + tile.block()[1] * (64 + 4)
    assert 2 * (tile.stages * stage + 1024) <= 227 * 1024
