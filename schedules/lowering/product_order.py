"""The order of a thread tile's FMAs: writes out marked loops as statements in boustrophedon order.

A warp scheduler issues one FFMA per cycle, which reads three registers. As far as is known (NVIDIA
documents neither), the register file has two banks, for even and odd numbers, and delivers one
register of each per cycle: the third operand has to come from the operand cache, which keeps what
the preceding instruction read at the same position (`.reuse` in SASS). ptxas follows the order of
the FMAs in the text as far as loads allow. Row by row, the first FMA of every row misses: both of
its factors are new. In boustrophedon order, where every other row runs backwards, one factor stays
in the cache at each end of a row.

No schedule primitive orders the copies of virtual threads or reverses a loop.
`moves.order_products` marks the loops; this pass writes out the FMAs. It has to run after
InjectVirtualThread, which makes the copies, on flat buffers, and before UnrollLoop.
"""

from __future__ import annotations

from collections.abc import Iterator

import tvm
import tvm_ffi
from tvm import tirx
from tvm.sym import Analyzer

from ..core.schedule_moves import PRODUCT_ORDER_MARK
from .nodes import substituted


def _statements(stmt: tirx.Stmt) -> Iterator[tirx.BufferStore]:
    """The stores of a loop nest, one for each iteration."""
    if isinstance(stmt, tirx.SeqStmt):
        for child in stmt.seq:
            yield from _statements(child)
    elif isinstance(stmt, tirx.For):
        for number in range(int(stmt.extent)):
            yield from _statements(substituted(stmt.body, {stmt.loop_var: stmt.min + number}))
    elif isinstance(stmt, tirx.BufferStore):
        yield stmt
    else:
        raise ValueError(f"FMA order: {type(stmt).__name__} among the FMAs")


def _factors(store: tirx.BufferStore) -> tuple[tvm.ir.TensorLoad, tvm.ir.TensorLoad]:
    """a and b of `c = c + a * b`."""
    total = store.value
    if isinstance(total, tirx.Add) and isinstance(total.b, tirx.Mul):
        kept, factors = total.a, (total.b.a, total.b.b)
        if all(isinstance(load, tvm.ir.TensorLoad) for load in (kept, *factors)):
            same = kept.source.same_as(store.buffer)
            if same and tvm_ffi.structural_equal(kept.indices, store.indices):
                return factors
    raise ValueError(f"FMA order: {store.buffer.name} is not an FMA of two loads")


def _offsets(loads: list[tvm.ir.TensorLoad] | list[tirx.BufferStore]) -> list[int]:
    """Distances of elements of one flat buffer from the first one."""
    analyzer = Analyzer()
    distances = []
    for load in loads:
        distance = analyzer.simplify(load.indices[0] - loads[0].indices[0])
        if len(load.indices) != 1 or not isinstance(distance, tirx.IntImm):
            raise ValueError("FMA order: the distances of registers are not constant")
        distances.append(int(distance))
    return distances


def boustrophedon(body: tirx.Stmt, patch: int) -> tirx.Stmt:
    """The FMAs of a loop nest, row by row, every other row backwards.

    A row has one value of a. Columns of b that lie a multiple of `patch` apart follow each other:
    their registers are in the same bank, and so are those of the accumulators.
    """
    stores = list(_statements(body))
    a, b = (_offsets(loads) for loads in zip(*map(_factors, stores), strict=True))
    sums = _offsets(stores)
    store_at = dict(zip(zip(a, b, strict=True), stores, strict=True))
    rows = sorted(set(a))
    columns = sorted(set(b), key=lambda offset: (offset % patch, offset))
    if not len(set(sums)) == len(store_at) == len(stores) == len(rows) * len(columns):
        raise ValueError("FMA order: the FMAs are not an outer product into distinct accumulators")
    return tirx.SeqStmt(
        [
            store_at[row, column]
            for turn, row in enumerate(rows)
            for column in (columns[::-1] if turn % 2 else columns)
        ]
    )


@tirx.transform.prim_func_pass(opt_level=0, name="schedules.OrderProducts")
def order_products(func, _mod, _ctx):
    """Function pass; without a mark it returns the function unchanged."""

    def ordered(attr: tirx.AttrStmt) -> tirx.Stmt:
        if attr.attr_key != PRODUCT_ORDER_MARK:
            return attr
        return boustrophedon(attr.body, int(attr.value))

    return func.with_body(tvm_ffi.structural_map(func.body, (tirx.AttrStmt, ordered)))
