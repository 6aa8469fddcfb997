"""Each rung of gemm/tall keeps its promise in its own CUDA and machine code."""

from __future__ import annotations

import re

import numpy as np
import pytest
from conftest import compiled, lowered, machine_code

from schedules.core.catalog import ladder
from schedules.gemm.parts import BLOCKS
from schedules.gemm.tall import SplitTile, in_parts
from schedules.workloads import Gemm

LADDER = ladder("gemm/tall")
SPLIT = ["split_small_tiles", "split_k", "dependent_launch"]


def test_order():
    assert list(LADDER.rungs) == ["large_tile", "small_tiles", *SPLIT]


@pytest.mark.parametrize(
    ("rung", "grids", "parts"),
    [
        ("large_tile", [(1, 2, 1)], 1),
        ("small_tiles", [(4, 4, 1)], 1),
        ("split_small_tiles", [(4, 4, 8), (512, 1, 1)], 8),
        ("split_k", [(2, 2, 32), (512, 1, 1)], 32),
        ("dependent_launch", [(4, 4, 8), (512, 1, 1)], 8),
    ],
)
def test_blocks(rung, grids, parts):
    assert [one.grid for one in lowered(LADDER[rung]).launches] == grids
    assert getattr(LADDER[rung].tile, "parts", 1) == parts


@pytest.mark.parametrize("rung", LADDER.rungs)
def test_sums_stay_in_registers_and_products_under_way(rung):
    one = lowered(LADDER[rung])
    opcodes = [each.opcode for each in machine_code(one.source)["main_kernel"]]
    columns = LADDER[rung].tile.columns
    assert opcodes.count(f"HGMMA.64x{columns}x16.F32") >= 4 * LADDER[rung].tile.stages
    assert any(name.startswith("UTMALDG.2D") for name in opcodes)
    assert not any(name.startswith(("LDL", "STL")) for name in opcodes)
    log = compiled(one.source).log
    assert "serialized" not in log and "C75" not in log


@pytest.mark.parametrize("rung", SPLIT)
def test_parts_are_added_in_order_by_a_kernel_of_their_own(rung):
    """No atomics: the second kernel loads the parts and adds them to one sum, first to last."""
    source = lowered(LADDER[rung]).source
    kernels = machine_code(source)
    opcodes = {name: [one.opcode for one in code] for name, code in kernels.items()}
    assert not any(name.startswith(("ATOM", "RED")) for code in opcodes.values() for name in code)
    parts = LADDER[rung].tile.parts
    assert sum(name.startswith("LDG") for name in opcodes["main_kernel_1"]) == parts
    assert sum(name.startswith("FADD") for name in opcodes["main_kernel_1"]) == parts
    second = source[source.rindex('extern "C"') :]
    (index,) = re.findall(r"C_sum_rf_ptr\[(.*)\]\)", second)
    assert index.startswith("(((k_0 * 65536)"), "256 x 256 sums of a part lie together"
    # Barriers belong to the kernel that loads.
    assert "tma_start" not in second


@pytest.mark.parametrize("rung", SPLIT)
def test_a_warp_stores_whole_sectors_of_sums(rung):
    source = lowered(LADDER[rung]).kernel_source
    (index,) = re.findall(r"\*\(float2\*\)\(C_sum_rf_ptr \+ (.*)\) = ", source)
    code = re.sub(r"\(\(int\)(\w+)\.(\w)\)", r"\1_\2", index).replace("/", "//")
    x = np.arange(32)
    names = dict.fromkeys(compile(code, index, "eval").co_names, 0) | {"threadIdx_x": x}
    places = eval(code, {"__builtins__": {}}, names)
    # Eight sectors of 32 bytes are all of them that 32 float2 need.
    assert len({int(at) * 4 // 32 for at in places}) == 8


@pytest.mark.parametrize(
    ("shape", "parts"),
    [
        ((256, 256, 16384), 32),
        ((128, 128, 16384), 32),
        ((1024, 1024, 16384), 2),
        ((128, 128, 384), 1),
    ],
)
def test_as_many_parts_as_blocks_and_pipeline_leave(shape, parts):
    tile = in_parts(SplitTile(columns=128, stages=6))(Gemm(*shape))
    assert tile.parts == parts
    tile.check(Gemm(*shape))
    assert parts == 1 or shape[0] * shape[1] // 128**2 * parts <= BLOCKS
