"""The space of SGEMM with a row-major A."""

from __future__ import annotations

import pytest
from tune_spaces import ARCHS

from schedules.core.errors import LimitError
from schedules.core.ladder import ladder
from schedules.core.target import Target
from schedules.lowering.lower import lower
from tune.space.template import find


@pytest.mark.exhaustive
def test_padding_of_a_counts_in_shared_memory():
    rung = ladder("gemm/sgemm_geforce")["rolled_rows"]
    space, smaller = (
        find("sgemm_row_major").at(rung, (4096,) * 3, Target.parse(arch)) for arch in ARCHS
    )

    def slices(point) -> int:
        rows, columns, k = space.tile(space.values(point)).block()
        return 3 * 4 * k * (rows + 4 + columns)

    refused = [p for p in space.points if smaller.refusal(space.values(p)) == "shared_memory"]
    assert set(space.points) - set(refused) == set(smaller.points)
    for point in (max(smaller.points, key=slices), min(refused, key=slices)):
        mod = space.schedule(point).mod
        (launch,) = lower(mod, rung.build, space.target).launches
        assert launch.dynamic_shared == slices(point)
    with pytest.raises(LimitError, match="shared.dyn memory exceed"):
        lower(mod, rung.build, smaller.target)
