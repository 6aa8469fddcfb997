"""`schedules advise`: its sentence, its table, JSON, and what is refused."""

from __future__ import annotations

import re

import pytest
from accesses import needs_compiler
from conftest import items

from gpusim.timing.bands import bands

SMALL = ("gemm/hgemm:mma_ldmatrix", "--shape", "512,512,512")


@needs_compiler
def test_a_kernel_with_conflicts_is_told_to_swizzle(cli):
    """Its next rung, `swizzled`, does just that."""
    status, out, err = cli("advise", *SMALL, "--no-tiles")
    assert (status, err) == (0, "")
    assert "on h200: predicted" in out and re.search(r"^bound by ", out, re.M)
    rows = [line for line in out.splitlines() if re.match(r" +(up to )?\d+%", line)]
    assert any("no shared-memory bank conflicts" in line for line in rows[:3]), rows
    # The first word of the sentence on what bounds it has the error band.
    bound = re.search(r"^bound by (latency|shared memory and L1|issue)", out, re.M)[1]
    band = bands()[bound]
    assert f"a measured time is expected to be {band.low:.2f} to {band.high:.2f} times" in out


@needs_compiler
def test_json_has_every_move_that_was_tried(cli):
    status, out, _ = cli("advise", *SMALL, "--json", "--chip", "h100")
    (record,) = items(out, "advice")
    assert status == 0 and record["chip"] == "h100"
    assert record["us"] > 0 and 0 < sum(record["stalls"].values()) <= 1.001
    kinds = [one["kind"] for one in record["gains"]]
    assert "conflicts" in kinds and len(kinds) >= 4
    times = [one["us"] for one in record["gains"]]
    assert times == sorted(times)
    # Tile numbers that make an advised move, really changed.
    assert 1 <= len(record["tiles"]) <= 3
    for tile in record["tiles"]:
        assert tile["kind"] in kinds and tile["new"] != tile["old"]
    for one in record["gains"] + record["tiles"]:
        assert one["gain"] == pytest.approx(1 - one["us"] / record["us"])
