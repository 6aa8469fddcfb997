"""What a site costs as written: bounds of odd shapes."""

from __future__ import annotations

import pytest
from accesses import kernels, needs_compiler, of


@pytest.mark.parametrize("code", [False, pytest.param(True, marks=needs_compiler)])
def test_odd_shapes_are_counted_by_their_bounds(code):
    """1000 x 1001 elements of C: 32 blocks of 32 columns, the last with 9 lanes of 32."""
    found = kernels("gemm/sgemm_cuda:naive", (1000, 1001, 77), code=code)
    (a,), (b,), (c,) = of(found, "A", "load"), of(found, "B", "load"), of(found, "C", "store")
    assert a.cost.requests == b.cost.requests == 1000 * 32 * 77
    assert c.cost.requests == 1000 * 32
    assert c.cost.bytes == 1000 * 1001 * 4
