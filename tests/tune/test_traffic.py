"""What schedules cost in data moved: by hand for a product, and of what cannot be followed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tune_measuring import FILE, sgemm
from tune_spaces import space_of

from schedules.core.cpus import native_mcpu
from tune import traffic
from tune.measuring.build import scheduled
from tune.measuring.interface import BuildRequest
from tune.traffic import GPU, Costs, Work, cost


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


def test_wider_tiles_cost_less_on_a_cpu():
    """Until the sums fit no registers any more."""
    at = {"shape": (256, 256, 256), "arch": "x86-64-v4"}
    blocks = {"block_i": 64, "block_j": 64}
    tiles = [(1, 16), (4, 16), (4, 32), (8, 32), (64, 64)]
    found = [
        cost(replace(sgemm("a", rows=rows, columns=columns, **blocks), **at))
        for rows, columns in tiles
    ]
    assert found[:4] == sorted(found[:4], reverse=True) and found[4] > found[3]


def test_what_is_refused_or_reduces_nothing_has_no_cost(tmp_path):
    assert cost(sgemm("a", block_i=64, rows=48)) is None
    file = tmp_path / "sum.py"
    file.write_text(FILE.format(call=""))
    assert cost(BuildRequest("sum", f"{file}:plain", (), native_mcpu())) is None


def test_costs_are_found_once(monkeypatch):
    space, asked = space_of("gemm/sgemm_cpu:parallel", (64, 64, 64)), []
    monkeypatch.setattr(traffic, "cost", lambda request: asked.append(request.key) or 1.0)
    costs = Costs(space)
    points = space.points[:5]
    assert costs(points[:3]) == [1.0] * 3 and costs(points) == [1.0] * 5
    assert asked == [space.request(point).key for point in points]
