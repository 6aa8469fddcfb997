"""Schedules outside the ladders, of kinds that people write, to test the simulator's counts.

GEMMs in every layout, with and without caches, by hand and by dlight; convolutions, reductions,
normalizations, transposes, elementwise chains. The simulator was not developed for them. Each has
small extents, at which its accesses are counted and its result is verified, and extents at which it
is timed: most for 20 us to 5 ms on an H200, a few so small that the launch dominates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from types import MappingProxyType
from typing import Any

import numpy as np
import tvm
from tvm import s_tir, te, tirx, topi
from tvm.s_tir import dlight

from schedules.compile.compiler import Compiler
from schedules.compile.nvrtc import Nvrtc
from schedules.core.kernel import Kernel, last_kernel
from schedules.core.ladder import NoTile, Rung, Step
from schedules.core.target import DEFAULT_GPU
from schedules.core.tvm_script import quick_parser
from schedules.sources.computations import Computation
from schedules.sources.input_values import Own

Extents = tuple[int, ...]
Shapes = Sequence[Extents]


@dataclass(frozen=True)
class Generic(Rung):
    """A rung of one step: an expression of extents, scheduled by any function of it.

    Parameters
    ----------
    expression : callable
        The unscheduled function at some extents.
    scheduled : callable
        Takes that function and returns the scheduled module.
    counted, timed : tuple of int
        The extents that are small enough to be verified, and those at which it is timed.
    """

    expression: Callable[..., tirx.PrimFunc] = te.create_prim_func
    scheduled: Callable[[tirx.PrimFunc], tvm.ir.IRModule] = tvm.ir.IRModule.from_expr
    counted: Extents = ()
    timed: Extents = ()
    kind: str = "generic"

    def at(self, shape: Sequence[int] | None = None) -> Computation:
        return computation(self.expression, tuple(shape or self.counted))

    def walk(self, workload: Computation, _tile: Any) -> Iterator[Step]:
        yield Step(1, "scheduled", "", self.scheduled(workload.prim_func()), ())

    def verify_shapes(self) -> list[Extents]:
        return [self.counted]

    def checked(self) -> Kernel:
        """The kernel at its small extents."""
        return self.kernel(self.counted)

    def kernel(self, extents: Extents) -> Kernel:
        """The kernel as NVRTC compiles it for sm_90, the same on every machine."""
        compiler = Compiler(DEFAULT_GPU, Nvrtc())
        return last_kernel(self, self.at(extents), DEFAULT_GPU, compiler)


def computation(expression: Callable[..., tirx.PrimFunc], extents: Extents) -> Computation:
    """An expression at some extents, on inputs in (-1, 1). They are not chosen by running the
    reference, which would take minutes at the timed extents."""
    func = expression(*extents)
    bare = Computation(func)
    shapes = [tuple(map(int, param.shape)) for param in func.params[: -len(bare.outputs())]]

    def inputs(rng: np.random.Generator) -> list[np.ndarray]:
        return [rng.uniform(-1, 1, shape) for shape in shapes]

    return Computation(func, extents, own=Own(inputs=inputs))


def schedule(
    name: str,
    expression: Callable[..., tirx.PrimFunc],
    scheduled: Callable[[tirx.PrimFunc], tvm.ir.IRModule],
    counted: Extents,
    timed: Extents,
    of: type[Generic] = Generic,
    fields: Mapping[str, Any] = MappingProxyType({}),
) -> Any:
    """A schedule under its name, an object of class `of` with more `fields`."""
    return of(
        ladder="generic",
        index=1,
        name=name,
        function=lambda sch, tile: iter(()),
        workload=computation(expression, counted),
        tile=NoTile(),
        any_shape=True,
        expression=expression,
        scheduled=scheduled,
        counted=counted,
        timed=timed,
        **fields,
    )


def matmul(m: int, n: int, k: int, layout: str, dtype: str = "float32") -> tirx.PrimFunc:
    """C = op(A) op(B), float32 accumulators; N keeps an operand as it is, T transposes it."""
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


def by_dlight(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    """The schedule that the first applicable rule of dlight gives for a function."""
    rules = dlight.gpu
    with DEFAULT_GPU.tvm, quick_parser():
        return dlight.ApplyDefaultSchedule(
            rules.Matmul(), rules.GEMV(), rules.Reduction(), rules.GeneralReduction(),
            rules.Transpose(), rules.Fallback(),
        )(tvm.ir.IRModule({"main": func}))  # fmt: skip


# Layout -> timed extents (M, N, K) of a GEMM.
_TIMED = {
    "NN": (2048, 2048, 1024),
    "NT": (1024, 2048, 512),
    "TN": (4096, 1024, 512),
    "TT": (512, 1024, 2048),
}
_COUNTED = (256, 256, 128)


def _hand_written() -> Iterator[Generic]:
    for layout, (cached, tile, vector) in product(
        _TIMED,
        (("shared local", 64, 1), ("shared", 32, 1), ("local", 32, 1), ("shared local", 64, 4)),
    ):
        m, n, k = _TIMED[layout]
        # Without accumulators in registers, a kernel takes 30 times as long.
        timed = (m, n, k) if "local" in cached else (m // 2, n // 2, k // 4)
        yield schedule(
            f"{layout} {cached or 'no cache'} {tile} by {vector}",
            partial(matmul, layout=layout),
            partial(_by_hand, tile=tile, cached=cached, vector=vector),
            _COUNTED,
            timed,
        )
    for layout, timed in (("NN", (1024, 1024, 1024)), ("NT", _COUNTED)):
        yield schedule(
            f"{layout} float16 shared local 32",
            partial(matmul, layout=layout, dtype="float16"),
            partial(_by_hand, tile=32, cached="shared local", vector=2),
            _COUNTED,
            timed,
        )


def expression_of(
    function: Callable[..., te.Tensor], shapes: Callable[..., Shapes], dtype: str = "float32"
) -> Callable[..., tirx.PrimFunc]:
    """A function of tensors, whose shapes follow from extents, as an expression."""

    def expression(*extents: int) -> tirx.PrimFunc:
        given = [te.placeholder(shape, dtype, f"X{n}") for n, shape in enumerate(shapes(*extents))]
        return te.create_prim_func([*given, function(*given)])

    return expression


def _sum_of_rows(x: te.Tensor) -> te.Tensor:
    return topi.sum(x, axis=1)


def _stencil(x: te.Tensor) -> te.Tensor:
    """A five-point stencil."""
    return te.compute(
        (x.shape[0] - 2, x.shape[1] - 2),
        lambda i, j: (
            x[i, j + 1] + x[i + 1, j] + x[i + 1, j + 1] + x[i + 1, j + 2] + x[i + 2, j + 1]
        ),
        "stencil",
    )


def _product(layout: str) -> Callable[..., tirx.PrimFunc]:
    """A GEMM without conversions, as dlight's rules require."""

    def expression(m: int, n: int, k: int) -> tirx.PrimFunc:
        b_shape = (k, n) if layout == "NN" else (n, k)
        a, b = te.placeholder((m, k), name="A"), te.placeholder(b_shape, name="B")
        along = te.reduce_axis((0, k), "k")

        def element(i, j):
            return te.sum(a[i, along] * (b[along, j] if layout == "NN" else b[j, along]), along)

        return te.create_prim_func([a, b, te.compute((m, n), element, "C")])

    return expression


def _convolved(n: int, c: int, f: int, h: int, w: int) -> Shapes:
    return [(n, c, h, w), (f, c, 3, 3)]


def _by_channel(n: int, c: int, h: int, w: int) -> Shapes:
    return [(n, c, h, w), (c, 1, 3, 3)]


# Name -> function of tensors, their shapes by extents, extents to count at and to time at.
_OF_TOPI: dict[str, tuple[Callable[..., te.Tensor], Callable[..., Shapes], Extents, Extents]] = {
    "dlight gemv": (
        lambda w, x: topi.nn.dense(x, w),
        lambda n, k: [(n, k), (1, k)],
        (1024, 512),
        (16384, 4096),
    ),
    "softmax": (
        lambda x: topi.nn.softmax(x, axis=-1),
        lambda m, n: [(m, n)],
        (64, 512),
        (8192, 2048),
    ),
    "sum of rows": (_sum_of_rows, lambda m, n: [(m, n)], (128, 1000), (16384, 3000)),
    "sum of columns": (
        lambda x: topi.sum(x, axis=0),
        lambda m, n: [(m, n)],
        (512, 256),
        (4096, 4096),
    ),
    "largest of rows": (
        lambda x: topi.max(x, axis=1),
        lambda m, n: [(m, n)],
        (128, 777),
        (16384, 777),
    ),
    "transpose": (
        lambda x: topi.transpose(x, (1, 0)),
        lambda m, n: [(m, n)],
        (512, 384),
        (8192, 6144),
    ),
    "transpose of 3": (
        lambda x: topi.transpose(x, (2, 0, 1)),
        lambda *extents: [extents],
        (32, 48, 64),
        (32, 48, 64),
    ),
    "bias and relu": (
        lambda x, b: topi.nn.relu(topi.add(x, b)),
        lambda m, n: [(m, n), (n,)],
        (300, 200),
        (10000, 3000),
    ),
    "float16 sum": (topi.add, lambda m, n: [(m, n), (m, n)], (333, 100), (333, 100)),
    "layer norm": (
        lambda x, g, b: topi.nn.layer_norm(x, g, b, axis=[1]),
        lambda m, n: [(m, n), (n,), (n,)],
        (64, 768),
        (16384, 768),
    ),
    "conv2d nchw": (
        lambda x, w: topi.nn.conv2d_nchw(x, w, 1, 1, 1),
        _convolved,
        (1, 16, 32, 28, 28),
        (8, 64, 64, 56, 56),
    ),
    "depthwise": (
        lambda x, w: topi.nn.depthwise_conv2d_nchw(x, w, 1, 1, 1),
        _by_channel,
        (1, 32, 28, 28),
        (16, 128, 56, 56),
    ),
    "max pool": (
        lambda x: topi.nn.pool2d(x, [2, 2], [2, 2], [1, 1], [0, 0, 0, 0], "max"),
        lambda *extents: [extents],
        (1, 32, 32, 32),
        (16, 64, 112, 112),
    ),
    "stencil": (_stencil, lambda m, n: [(m, n)], (130, 258), (4098, 8194)),
}


def _all() -> Iterator[Generic]:
    yield from _hand_written()
    for layout, timed in (("NN", (2048, 2048, 1024)), ("NT", (1024, 4096, 512))):
        yield schedule(f"dlight matmul {layout}", _product(layout), by_dlight, _COUNTED, timed)
    for name, (function, shapes, counted, timed) in _OF_TOPI.items():
        dtype = "float16" if name.startswith("float16") else "float32"
        yield schedule(name, expression_of(function, shapes, dtype), by_dlight, counted, timed)


SCHEDULES = {generic.name: generic for generic in _all()}
