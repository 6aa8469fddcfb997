"""Schedules of no ladder, of the kinds that people write: what the machine's counts are tried on.

Products in every layout, with and without caches, by hand and by dlight; convolutions, reductions,
normalizations, transposes, elementwise chains. Nothing in the machine was made for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import tvm
from tvm import s_tir, te, tirx, topi
from tvm.s_tir import dlight

from schedules.targets import DEFAULT_GPU

SCHEDULES: dict[str, Callable[[], tvm.ir.IRModule]] = {}


def _matmul(m: int, n: int, k: int, layout: str, dtype: str = "float32") -> tirx.PrimFunc:
    """C = op(A) op(B), float32 sums; N keeps an operand as it is, T transposes it."""
    a_shape = (m, k) if layout[0] == "N" else (k, m)
    b_shape = (k, n) if layout[1] == "N" else (n, k)
    a, b = te.placeholder(a_shape, dtype, "A"), te.placeholder(b_shape, dtype, "B")
    along = te.reduce_axis((0, k), "k")

    def element(i, j):
        left = a[i, along] if layout[0] == "N" else a[along, i]
        right = b[along, j] if layout[1] == "N" else b[j, along]
        return te.sum(left.astype("float32") * right.astype("float32"), axis=along)

    return te.create_prim_func([a, b, te.compute((m, n), element, "C")])


def _by_hand(func: tirx.PrimFunc, tile: int, cached: str, vector: int) -> tvm.ir.IRModule:
    """A tile x tile block of 16 x 16 threads; 'shared' and 'local' say which caches it has."""
    sch = s_tir.Schedule(func)
    block = sch.get_sblock("C")
    if "local" in cached:
        local = sch.cache_write(block, 0, "local")
    i, j, k = sch.get_loops(block)
    i_block, i_thread, i_inner = sch.split(i, [None, 16, tile // 16])
    j_block, j_thread, j_inner = sch.split(j, [None, 16, tile // 16])
    k_outer, k_inner = sch.split(k, [None, 16])
    sch.reorder(i_block, j_block, i_thread, j_thread, k_outer, k_inner, i_inner, j_inner)
    for loop, axis in (
        (i_block, "blockIdx.y"),
        (j_block, "blockIdx.x"),
        (i_thread, "threadIdx.y"),
        (j_thread, "threadIdx.x"),
    ):
        sch.bind(loop, axis)
    if "local" in cached:
        sch.reverse_compute_at(local, j_thread)
    for operand in (0, 1) if "shared" in cached else ():
        copy = sch.cache_read(block, operand, "shared")
        sch.compute_at(copy, k_outer)
        fused = sch.fuse(*sch.get_loops(copy)[5:])
        _, y, x, lanes = sch.split(fused, [None, 16, 16, vector])
        sch.bind(y, "threadIdx.y")
        sch.bind(x, "threadIdx.x")
        if vector > 1:
            sch.vectorize(lanes)
    sch.decompose_reduction(block, k_outer)
    return sch.mod


def _by_dlight(make: Callable[[], list[te.Tensor]]) -> tvm.ir.IRModule:
    rules = dlight.gpu
    with DEFAULT_GPU.tvm:
        return dlight.ApplyDefaultSchedule(
            rules.Matmul(), rules.GEMV(), rules.Reduction(), rules.GeneralReduction(),
            rules.Transpose(), rules.Fallback(),
        )(tvm.ir.IRModule({"main": te.create_prim_func(make())}))  # fmt: skip


def _hand_written() -> Iterator[tuple[str, Callable[[], tvm.ir.IRModule]]]:
    for layout, (cached, tile, vector) in product(
        ("NN", "NT", "TN", "TT"),
        (("shared local", 64, 1), ("shared", 32, 1), ("local", 32, 1), ("shared local", 64, 4)),
    ):
        name = f"{layout} {cached or 'no cache'} {tile} by {vector}"
        yield (
            name,
            lambda a=layout, b=tile, c=cached, d=vector: _by_hand(
                _matmul(256, 256, 128, a), b, c, d
            ),
        )
    for layout in ("NN", "NT"):
        yield (
            f"{layout} float16 shared local 32",
            lambda a=layout: _by_hand(_matmul(256, 256, 128, a, "float16"), 32, "shared local", 2),
        )


def _placeholders(*shapes: tuple[int, ...], dtype: str = "float32") -> list[te.Tensor]:
    return [te.placeholder(shape, dtype, f"X{n}") for n, shape in enumerate(shapes)]


def _of_topi(function: Callable, *shapes: tuple[int, ...], dtype: str = "float32") -> Callable:
    def make() -> list[te.Tensor]:
        given = _placeholders(*shapes, dtype=dtype)
        return [*given, function(*given)]

    return lambda: _by_dlight(make)


def _sum_of_rows(x: te.Tensor) -> te.Tensor:
    return topi.sum(x, axis=1)


SCHEDULES.update(_hand_written())
SCHEDULES.update(
    {
        "dlight matmul NN": lambda: _by_dlight(lambda: _tensors("NN")),
        "dlight matmul NT": lambda: _by_dlight(lambda: _tensors("NT")),
        "dlight gemv": _of_topi(lambda w, x: topi.nn.dense(x, w), (1024, 512), (1, 512)),
        "softmax": _of_topi(lambda x: topi.nn.softmax(x, axis=-1), (64, 512)),
        "sum of rows": _of_topi(_sum_of_rows, (128, 1000)),
        "sum of columns": _of_topi(lambda x: topi.sum(x, axis=0), (512, 256)),
        "largest of rows": _of_topi(lambda x: topi.max(x, axis=1), (128, 777)),
        "transpose": _of_topi(lambda x: topi.transpose(x, (1, 0)), (512, 384)),
        "transpose of 3": _of_topi(lambda x: topi.transpose(x, (2, 0, 1)), (32, 48, 64)),
        "bias and relu": _of_topi(lambda x, b: topi.nn.relu(topi.add(x, b)), (300, 200), (200,)),
        "float16 sum": _of_topi(topi.add, (333, 100), (333, 100), dtype="float16"),
        "layer norm": _of_topi(
            lambda x, g, b: topi.nn.layer_norm(x, g, b, axis=[1]), (64, 768), (768,), (768,)
        ),
        "conv2d nchw": _of_topi(
            lambda x, w: topi.nn.conv2d_nchw(x, w, 1, 1, 1), (1, 16, 28, 28), (32, 16, 3, 3)
        ),
        "depthwise": _of_topi(
            lambda x, w: topi.nn.depthwise_conv2d_nchw(x, w, 1, 1, 1),
            (1, 32, 28, 28),
            (32, 1, 3, 3),
        ),  # fmt: skip
        "max pool": _of_topi(
            lambda x: topi.nn.pool2d(x, [2, 2], [2, 2], [1, 1], [0, 0, 0, 0], "max"),
            (1, 32, 32, 32),
        ),
        "stencil": _of_topi(lambda x: _stencil(x), (130, 258)),
    }
)


def _tensors(layout: str) -> list[te.Tensor]:
    a, b = te.placeholder((256, 128), name="A"), te.placeholder((128, 256), name="B")
    if layout == "NT":
        b = te.placeholder((256, 128), name="B")
    k = te.reduce_axis((0, 128), "k")
    right = (lambda j: b[k, j]) if layout == "NN" else (lambda j: b[j, k])
    return [a, b, te.compute((256, 256), lambda i, j: te.sum(a[i, k] * right(j), axis=k), "C")]


def _stencil(x: te.Tensor) -> te.Tensor:
    """Five points."""
    return te.compute(
        (x.shape[0] - 2, x.shape[1] - 2),
        lambda i, j: (
            x[i, j + 1] + x[i + 1, j] + x[i + 1, j + 1] + x[i + 1, j + 2] + x[i + 2, j + 1]
        ),
        "stencil",
    )
