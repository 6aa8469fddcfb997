"""Products in boustrophedon order: the same products, neighbours sharing a factor."""

from __future__ import annotations

import re
from functools import cache

import pytest
from conftest import lowered
from tvm import s_tir, te

from schedules.core.errors import LoweringError
from schedules.core.ladder import ladder
from schedules.core.schedule_moves import order_products
from schedules.lowering.lower import lower

ORDERED = ("gemm/sgemm_tvm", "ordered_products")
PRODUCT = re.compile(
    r"C_local_ptr\[([^=]*)\] = \(C_local_ptr\[\1\] \+ "
    r"\(A_shared_dyn_local_ptr\[(.*?)\] \* B_shared_dyn_local_ptr\[(.*)\]\)\);"
)


def at(expression: str, **loops: int) -> int:
    return eval(expression, {"__builtins__": {}}, loops)


@cache
def text(step: str = "") -> str:
    """The loop over the rows of a tile, in the main loop."""
    source = lowered(ladder(ORDERED[0])[ORDERED[1]], step).kernel_source
    start = source.index("for (int k_1 = ")
    return source[start : source.index("for (int k_1_1 = ")]


def products(row: int) -> list[tuple[int, int, int]]:
    """Registers (sum, a, b) of a row of K, in the order of the text."""
    return [
        tuple(at(index, k_1=row) for index in found.groups())
        for found in PRODUCT.finditer(text().partition("#pragma unroll\n  for")[0])
    ][:128]


@pytest.mark.parametrize("row", [0, 1])
def test_the_same_products(row):
    """Against the loops of the step before: 4 x 4 iterations of eight virtual threads' products."""
    before = {
        tuple(at(index, k_1=row, i_4=i, j_4=j) for index in found.groups())
        for found in list(PRODUCT.finditer(text("unroll")))[:8]
        for i in range(4)
        for j in range(4)
    }
    assert len(before) == 128
    assert set(products(row)) == before
    assert len(products(row)) == 128


def scheduled(body, shape) -> s_tir.Schedule:
    a, b = (te.placeholder((4,), name=name) for name in "AB")
    c = te.compute(shape, lambda *at: body(a, b, *at), name="C")
    sch = s_tir.Schedule(te.create_prim_func([a, b, c]))
    sch.bind(sch.add_unit_loop(sch.get_loops("C")[0]), "threadIdx.x")
    return sch


def test_what_is_no_product_is_refused():
    sch = scheduled(lambda a, b, i, j: a[i] * b[j], (4, 4))
    order_products(sch, sch.get_loops("C")[-2], 4)
    with pytest.raises(LoweringError, match="C is not an FMA of two loads"):
        lower(sch.mod)


def test_products_of_one_sum_are_refused():
    """Their order is that of a sum, which is not the pass's to change."""
    k = te.reduce_axis((0, 4), "k")
    sch = scheduled(lambda a, b, i: te.sum(a[k] * b[k], axis=k), (1,))
    sch.decompose_reduction("C", sch.get_loops("C")[-1])
    order_products(sch, sch.get_loops("C_update")[-1], 4)
    with pytest.raises(LoweringError, match="not an outer product into distinct accumulators"):
        lower(sch.mod)
