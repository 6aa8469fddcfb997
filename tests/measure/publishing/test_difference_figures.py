"""Figures in differences.toml that no test of a page asserts: `fast_gemv`, `sgemm_cuda`."""

from __future__ import annotations

import json
import tomllib

import pytest
from conftest import ROOT

RECORDS = {
    name: json.loads((ROOT / f"docs/results/{stem}.json").read_text())
    for name, stem in (("H200", "nvidia-h200"), ("H100", "nvidia-h100-80gb-hbm3"))
}
NOTES = tomllib.loads((ROOT / "docs/ladders/differences.toml").read_text(encoding="utf-8"))
# In the notes, ratios of whole numbers are written as words.
COUNTS = {4: "four", 5: "five", 12: "twelve", 13: "thirteen", 14: "fourteen", 15: "fifteen"}
GEMV, SIZES = "gemv/fast_gemv", (512, 1024, 2048, 4096, 8192, 16384)


def gains(gpu: str, ladder: str, rung: str, previous: str, sizes: tuple[int, ...]) -> list[float]:
    """Speed of a rung over that of a previous one, one number per size, ascending."""
    times = {
        (row["rung"], row["shape"][0]): row["time_us"]
        for row in RECORDS[gpu]["rows"]
        if row["ladder"] == ladder
    }
    return sorted(times[previous, size] / times[rung, size] for size in sizes)


def ends(ratios: list[float]) -> str:
    """'1.22 to 1.50'."""
    return f"{ratios[0]:.2f} to {ratios[-1]:.2f}"


def percent(ratios: list[float]) -> str:
    """'5 to 17 %' faster."""
    return f"{100 * ratios[0] - 100:.0f} to {100 * ratios[-1] - 100:.0f} %"


def bandwidth() -> str:
    """An H100's memory bandwidth as a fraction of an H200's, as copies reach it."""
    return (
        f"{RECORDS['H100']['ceilings']['copy_gbps'] / RECORDS['H200']['ceilings']['copy_gbps']:.1f}"
    )


def int8() -> list[str]:
    def from_2048(gpu: str) -> list[float]:
        """As in the source, over `rows_per_block` at 2048 and over `block_reduce` from 4096 on."""
        return sorted(
            gains(gpu, GEMV, "int8", "rows_per_block", (2048,))
            + gains(gpu, GEMV, "int8", "block_reduce", SIZES[3:])
        )

    return [
        f"{ends(from_2048('H200'))} times the speed on an H200",
        f"{ends(from_2048('H100'))} times on an H100",
        f"{bandwidth()} of the bandwidth",
    ]


def int4() -> list[str]:
    slower = gains("H200", GEMV, "int4", "int8", (512, 4096))
    assert round(100 - 100 * slower[0]) == round(100 - 100 * slower[1])
    return [
        f"{percent(gains('H200', GEMV, 'int4', 'int8', (1024, 2048, 8192, 16384)))} faster at 1024",
        f"{100 - 100 * slower[0]:.0f} % slower at 512 and 4096",
        f"On an H100 {percent(gains('H100', GEMV, 'int4', 'int8', SIZES[1:]))} faster from 1024 on",
    ]


def table_int8() -> list[str]:
    both = sorted(
        ratio for gpu in RECORDS for ratio in gains(gpu, GEMV, "table_int8", "int8", SIZES)
    )
    most, least = (COUNTS[round(1 / both[place])] for place in (0, -1))
    return [f"{least.capitalize()} to {most} times as long as `int8`"]


def warp_reduce() -> list[str]:
    on_h200 = gains("H200", GEMV, "warp_reduce", "p_threads", SIZES)
    on_h100 = gains("H100", GEMV, "warp_reduce", "p_threads", (512, *SIZES[2:]))
    largest = max(abs(1 - ratio) for ratio in (*on_h200, *on_h100))
    assert 0.01 < largest <= 0.015
    (at_1024,) = gains("H100", GEMV, "warp_reduce", "p_threads", (1024,))
    return ["within 1.5 % on an H200", f"on an H100 {100 * at_1024 - 100:.0f} % faster at 1024"]


def shared_vector() -> list[str]:
    late = [
        ratio
        for gpu in RECORDS
        for ratio in gains(gpu, GEMV, "shared_vector", "block_reduce", SIZES[2:])
    ]
    assert max(abs(1 - ratio) for ratio in late) <= 0.02
    return ["Within 2 % from 2048 on"]


def two_kernel() -> list[str]:
    return [f"which has {bandwidth()} of the memory bandwidth"]


def register_tile() -> list[str]:
    (gain,) = gains("H200", "gemm/sgemm_cuda", "register_tile", "shared_tile", (4096,))
    return [f"at 4096 it is {gain:.1f} times as fast as `shared_tile`"]


CASES = [(GEMV, case) for case in (int8, int4, table_int8, warp_reduce, shared_vector, two_kernel)]
CASES += [("gemm/sgemm_cuda", register_tile)]


@pytest.mark.parametrize(("ladder", "figures"), CASES)
def test_a_note_has_the_records_figures(ladder, figures):
    note = NOTES[ladder][figures.__name__]
    for fragment in figures():
        assert fragment in note


def test_a_wrong_figure_in_a_note_is_found():
    wrong = NOTES[GEMV]["int8"].replace("1.22 to", "1.32 to")
    assert wrong != NOTES[GEMV]["int8"]
    assert not all(fragment in wrong for fragment in int8())
