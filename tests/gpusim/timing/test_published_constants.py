"""Chips that were not measured here: published figures, with sources, over a measured chip's."""

from __future__ import annotations

import math
from dataclasses import fields

import pytest
from accesses import needs_compiler

from benchmarks.chip.constants import text
from benchmarks.chip.published import of_publication, published_records
from gpusim.chips import CHIPS
from gpusim.errors import UserError
from gpusim.timing.constants import BAND, PUBLISHED, bands, chip_of, constants, published
from schedules.core.kernel import last_kernel
from schedules.core.target import Target
from schedules.sources.names import resolve

CHIP_NAMES = ("a100", "rtx-3090", "rtx-4090")


def test_every_figure_has_a_value_a_unit_a_source_and_says_how_it_follows():
    assert tuple(published()) == tuple(published_records()) == CHIP_NAMES
    for record in published_records().values():
        for name, entry in record["constants"].items():
            assert entry.keys() == {"value", "unit", "source", "how"}, name
            assert entry["source"] in record["sources"] and entry["how"], name
        used = {entry["source"] for entry in record["constants"].values()}
        assert used == set(record["sources"])


@pytest.mark.parametrize("chip", CHIP_NAMES)
def test_what_is_published_replaces_the_base_chips_constants(chip):
    record, on = published_records()[chip], constants(chip)
    base = constants(record["base"])
    made = of_publication(chip, record, base)
    assert made == on
    assert (PUBLISHED / f"{chip}.json").read_text(encoding="utf-8") == text(made)
    assert not on.measured and base.measured and (on.band, base.band) == (BAND, None)
    assert all(BAND.low < band.low < band.high < BAND.high for band in bands().values())
    assert on.multiprocessors == CHIPS[on.architecture].multiprocessors
    # Back in the units of the file.
    per_second = on.clocks["ffma"] * on.multiprocessors / 1e3
    assert on.dram_read * per_second == pytest.approx(record["constants"]["dram_read"]["value"])
    unlike = {one.name for one in fields(on) if getattr(on, one.name) != getattr(base, one.name)}
    assert "queues" not in unlike and {"clocks", "latencies", "l2_misses", "l2_read"} <= unlike
    for table in on.l2_misses.values():
        assert min(table.values()) < 0.01 and max(table.values()) == 1.0


def test_an_architecture_has_one_chip_and_others_none():
    chosen = {chip: chip_of(constants(chip).architecture) for chip in (*CHIP_NAMES, "h200")}
    assert all(chip == name for name, chip in chosen.items())
    with pytest.raises(UserError, match="no prediction for sm_75"):
        chip_of("sm_75")


@needs_compiler
def test_a_kernel_is_predicted_for_its_own_architecture_alone():
    rung = resolve("gemm/sgemm_tvm:naive", None).rung
    kernel = last_kernel(rung, rung.at((256, 256, 256)), Target.parse("sm_86"))
    made = kernel.predict()
    assert made.chip == "rtx-3090" and made.band == BAND and math.isfinite(made.us)
    with pytest.raises(UserError, match="h200 runs sm_90, and gemm/sgemm_tvm:naive"):
        kernel.predict("h200")


@pytest.mark.exhaustive
@needs_compiler
def test_half_the_lanes_take_twice_the_cycles():
    """Arithmetic alone: an A100 has half of a GA102's float32 lanes in an SM."""
    rung = resolve("gemm/sgemm_tvm:warp_tile", None).rung

    def cycles(arch: str) -> float:
        kernel = last_kernel(rung, rung.at((512, 512, 512)), Target.parse(arch))
        (launch,) = kernel.predict().launches
        return launch.us * launch.clock_mhz * launch.shares["FMA"]

    assert cycles("sm_80") / cycles("sm_86") == pytest.approx(2, rel=0.03)
