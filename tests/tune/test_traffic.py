"""What schedules cost in data moved: by hand for a product, and of what cannot be followed."""

from __future__ import annotations

import pytest
from tune_spaces import space_of

from tune.measuring.build import scheduled
from tune.traffic import GPU, Work


def moved(request, level):
    work = Work.of(scheduled(request))
    return work.moved(GPU[level], level == 0, 1) / (request.shape[0] ** 3)


def test_a_products_traffic_is_that_of_its_tiles():
    """Per multiply-add a word of each operand over the other side's tile: 4 / columns + 4 / rows;
    the sums are written once for all of k."""
    space = space_of("gemm/sgemm_tvm:cp_async")
    for point in (space.points[0], space.points[len(space.points) // 2], space.points[-1]):
        tile = space.tile(space.values(point))
        rows, columns = tile.vthreads_i * tile.items_i, tile.vthreads_j * tile.items_j
        high, wide, _ = tile.block()
        request, sums = space.request(point), 2 * 4 / 1024
        assert moved(request, 0) == pytest.approx(4 / rows + 4 / columns + sums)
        assert moved(request, 1) == pytest.approx(4 / high + 4 / wide + sums)
