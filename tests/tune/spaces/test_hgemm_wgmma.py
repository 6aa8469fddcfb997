"""The space of HGEMM on Hopper's tensor cores."""

from __future__ import annotations

from tune_spaces import space_of


def test_two_stages_are_left_to_the_rung_that_waits_for_its_products():
    found = {}
    for rung in ("wgmma", "wgmma_tma"):
        space = space_of(f"gemm/hgemm:{rung}", (4096, 4096, 4096))
        found[rung] = {space.values(point)["stages"] for point in space.points}
    assert found == {"wgmma": {2, 3, 4, 5}, "wgmma_tma": {3, 4, 5}}
