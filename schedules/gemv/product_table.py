"""Multiplication by table: the recipe of the `table_` rungs of `fast_gemv`."""

from __future__ import annotations

from collections.abc import Iterator

from tvm import s_tir

from ..workloads.quantized import CODES
from .dot_products import RowTile, cache, extent, k_loops, lanes_per_row, unroll, vectorize_copy


def table_rows(sch: s_tir.Schedule, tile: RowTile, bits: int) -> Iterator:
    """`lanes_per_row` with multiples of x looked up in shared memory, a piece of K at a time.

    The table is laid out so that lane l reads bank l, whatever its code: [code][v][l].
    """
    low, high, *_ = CODES[bits]
    codes = high - low + 1
    products = sch.get_sblock("y_sum")
    names = [str(region.source.name) for region in sch.get(products).reads]
    # The rows that a look-up reads depend on the values of W. Without this annotation, the table
    # could not be computed in pieces inside a loop.
    sch.annotate_buffer_access(
        products, names.index("table"), "read", lambda n, k: ((0, codes), (k, k + 1))
    )
    sums = yield from lanes_per_row(sch, tile)
    ko, row, lanes = k_loops(sch, sums)
    vector = extent(sch, lanes)
    table = sch.get_sblock("table")
    # Set the scope before compute_at: only then does the piece cover all lanes of the block.
    sch.set_scope(table, 0, "shared")
    sch.compute_at(table, ko, preserve_unit_loops=True)
    yield (
        "table",
        f"a table of x times each of the {codes} codes, for a step of K; so far every thread "
        "computes all of it",
    )
    sch.transform_layout(table, ("write", 0), lambda code, k: (code, k % vector, k // vector))
    code, k = sch.get_loops(table)[-2:]
    lane, place = sch.split(k, [None, vector], preserve_unit_iters=True)
    sch.reorder(code, place, lane)
    _, *bound = sch.split(
        sch.fuse(code, place, lane), [None, tile.rows, tile.lanes], preserve_unit_iters=True
    )
    for axis, loop in zip(("threadIdx.y", "threadIdx.x"), bound, strict=True):
        sch.bind(loop, axis)
    yield "bind_table", "the threads of a block compute the table together; lane l accesses bank l"
    vectorize_copy(sch, cache(sch, sums, "W", "local", row))
    yield "vectorize", f"{vector} codes per load"
    yield from unroll(sch, sums, tile)
