"""Workloads: tensor expressions with reference, FLOPs and bytes; ladders never restate them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, Self

import numpy as np
import tvm
import tvm_ffi
from tvm import s_tir, te, tirx

from gpusim.errors import UserError

from ..core.errors import ShapeError, wrong_extent
from ..core.problem import as_float64, random_array, rounding_bound, smallest_step, unit_roundoff


class Workload(Protocol):
    """The computation that a ladder schedules: TE definition, inputs, reference, tolerance."""

    on_host: bool  # Its inputs and reference are always NumPy arrays, never torch tensors.
    compared: bool  # It has a reference.

    @property
    def shape(self) -> tuple[int, ...]:
        """Problem size, in the order `axes` names."""

    @property
    def axes(self) -> tuple[str, ...]:
        """Names of the extents in `shape`, for example ('M', 'N', 'K')."""

    @property
    def extents(self) -> dict[str, int]:
        """The extents that `with_shape` changes, by name."""

    @property
    def exact(self) -> bool:
        """Integer-valued inputs give the same bits in any order of summation."""

    @property
    def flops(self) -> int:
        """Floating-point operations of one run, a fused multiply-add counting as two."""

    @property
    def bytes(self) -> int:
        """Least bytes moved: every input read once, every output written once."""

    @property
    def dtype(self) -> str:
        """The dtype of its matrices, as records name it: 'float32', 'int4'."""

    def with_shape(self, shape: Sequence[int]) -> Workload:
        """The same computation at another problem size; raises ShapeError."""

    def prim_func(self) -> tvm.tirx.PrimFunc:
        """The unscheduled TIR function; its parameters are the inputs, then the outputs."""

    def inputs(self, rng: np.random.Generator, *, integer: bool = False) -> list[np.ndarray]:
        """Random inputs; with `integer`, values whose result is exact in every dtype used.

        `rng` may be anything with NumPy's `uniform` and `integers`; what they make is returned.
        """

    def reference(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        """The outputs in float64, as NumPy arrays or torch tensors like the inputs."""

    def tolerance(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        """A bound on each output element's absolute error, for any order of summation."""

    def outputs(self) -> list[tuple[tuple[int, ...], str]]:
        """Shape and dtype of each output."""


def checked_shape(shape: Sequence[int], axes: Sequence[str]) -> tuple[int, ...]:
    """`shape` as a tuple of positive ints, one per name in `axes`; raises ShapeError."""
    form = ",".join(axes)
    if len(shape) != len(axes):
        raise ShapeError(f"shape {tuple(shape)} has {len(shape)} extents, expected {form}")
    for axis, extent in zip(axes, shape, strict=True):
        if wrong := wrong_extent([extent]):
            raise ShapeError(f"{axis} = {extent}: {wrong} (shape is {form})")
    return tuple(int(extent) for extent in shape)


class Contraction:
    """A sum of products over all of `axes`, each of which has a field of its name in lower case."""

    axes: tuple[str, ...]
    on_host = False
    compared = True

    def __post_init__(self) -> None:
        checked_shape(self.shape, self.axes)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.extents.values())

    @property
    def extents(self) -> dict[str, int]:
        return {axis: getattr(self, axis.lower()) for axis in self.axes}

    @property
    def flops(self) -> int:
        """Floating-point operations of the multiply-adds only."""
        return 2 * math.prod(self.shape)

    def with_shape(self, shape: Sequence[int]) -> Self:
        named = zip(self.axes, checked_shape(shape, self.axes), strict=True)
        return replace(self, **{axis.lower(): extent for axis, extent in named})


@dataclass(frozen=True)
class Gemm(Contraction):
    """C[i,j] = sum_k A[i,k] B[k,j], or C[i,j] = C_in[i,j] + that sum.

    Parameters
    ----------
    m, n, k : int
        Extents; any positive values.
    a_layout : 'mk' or 'km'
        A is stored row-major (A[i,k], shape (M, K)) or K-major (A[k,i], shape (K, M)).
    b_layout : 'kn' or 'nk'
        B is stored row-major (B[k,j], shape (K, N)) or transposed (B[j,k], shape (N, K)).
    in_dtype, acc_dtype, out_dtype : str
        Of A and B, of the sum, and of C (and C_in).
    accumulate : bool
        Add the sum to the input C_in, as BLAS does with beta = 1.
    c_in_at : 'end' or 'start'
        Where `accumulate` adds C_in: to the finished sum, or as the value the sum starts from.
    product_dtype : str
        Dtype to which a kernel may round A and B before multiplying, for tensor cores; '' if it
        may not. The computation stays the same; its tolerance includes the rounding.

    The block that holds the reduction is named "C" where it also writes the result, and
    "C_sum" where an epilogue block "C" converts it or adds C_in.
    """

    m: int
    n: int
    k: int
    a_layout: str = "mk"
    b_layout: str = "kn"
    in_dtype: str = "float32"
    acc_dtype: str = "float32"
    out_dtype: str = "float32"
    accumulate: bool = False
    c_in_at: str = "end"
    product_dtype: str = ""

    axes = ("M", "N", "K")
    exact = True

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, value, known in (
            ("a_layout", self.a_layout, ("mk", "km")),
            ("b_layout", self.b_layout, ("kn", "nk")),
            ("c_in_at", self.c_in_at, ("end", "start")),
        ):
            if value not in known:
                raise UserError(f"{name} {value!r} is neither {known[0]!r} nor {known[1]!r}")

    @property
    def bytes(self) -> int:
        per_in, per_out = np.dtype(self.in_dtype).itemsize, np.dtype(self.out_dtype).itemsize
        c_passes = 2 if self.accumulate else 1
        return (self.m * self.k + self.k * self.n) * per_in + c_passes * self.m * self.n * per_out

    @property
    def dtype(self) -> str:
        """With `product_dtype`, the factors may be less precise: 'float32 as float16'."""
        return f"{self.in_dtype} as {self.product_dtype}" if self.product_dtype else self.in_dtype

    def __str__(self) -> str:
        a = "A[k,i]" if self.a_layout == "km" else "A[i,k]"
        b = "B[j,k]" if self.b_layout == "nk" else "B[k,j]"
        dtypes = list(dict.fromkeys((self.in_dtype, self.acc_dtype, self.out_dtype)))
        left = "C[i,j] +=" if self.accumulate else "C[i,j] ="
        if self.accumulate and self.c_in_at == "start":
            left = "C[i,j] = C_in[i,j] +"
        rounded = f", multiplied as {self.product_dtype}" if self.product_dtype else ""
        shape = f"M,N,K = {self.m},{self.n},{self.k}"
        return f"{left} sum_k {a} {b}, {shape}, {' -> '.join(dtypes)}{rounded}"

    def prim_func(self) -> tvm.tirx.PrimFunc:
        if self.accumulate and self.c_in_at == "start":
            c_in = tirx.decl_buffer((self.m, self.n), self.out_dtype, name="C_in")
            return sum_from(replace(self, accumulate=False).prim_func(), c_in)
        m, n, k = self.shape
        a = te.placeholder((k, m) if self.a_layout == "km" else (m, k), self.in_dtype, name="A")
        b = te.placeholder((n, k) if self.b_layout == "nk" else (k, n), self.in_dtype, name="B")
        r = te.reduce_axis((0, k), name="k")

        def product(i, j):
            x = a[r, i] if self.a_layout == "km" else a[i, r]
            y = b[j, r] if self.b_layout == "nk" else b[r, j]
            if self.in_dtype != self.acc_dtype:
                x, y = x.astype(self.acc_dtype), y.astype(self.acc_dtype)
            return te.sum(x * y, axis=r)

        if self.acc_dtype == self.out_dtype and not self.accumulate:
            c = te.compute((m, n), product, name="C")
            return te.create_prim_func([a, b, c])
        total = te.compute((m, n), product, name="C_sum")
        if not self.accumulate:
            c = te.compute((m, n), lambda i, j: total[i, j].astype(self.out_dtype), name="C")
            return te.create_prim_func([a, b, c])
        c_in = te.placeholder((m, n), self.out_dtype, name="C_in")
        c = te.compute(
            (m, n), lambda i, j: c_in[i, j] + total[i, j].astype(self.out_dtype), name="C"
        )
        return te.create_prim_func([a, b, c_in, c])

    def inputs(self, rng: np.random.Generator, *, integer: bool = False) -> list[np.ndarray]:
        a_shape = (self.k, self.m) if self.a_layout == "km" else (self.m, self.k)
        b_shape = (self.n, self.k) if self.b_layout == "nk" else (self.k, self.n)
        shapes = [a_shape, b_shape] + ([(self.m, self.n)] if self.accumulate else [])
        dtypes = [self.in_dtype, self.in_dtype, self.out_dtype]
        return [
            random_array(rng, shape, dtype, integer=integer, terms=self.k)
            for shape, dtype in zip(shapes, dtypes, strict=False)
        ]

    def _product(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        a = a.T if self.a_layout == "km" else a
        b = b.T if self.b_layout == "nk" else b
        return a @ b

    def reference(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        a, b, *c_in = map(as_float64, inputs)
        c = self._product(a, b)
        return [c + c_in[0] if self.accumulate else c]

    def tolerance(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        """K·u·(|A||B|) for the sum in the accumulator's dtype (Higham, Accuracy and Stability of
        Numerical Algorithms, section 3.1), plus one rounding of C to the output's dtype, plus what
        rounding A and B to `product_dtype` may change: an element x by u|x|, or by half a step
        below the smallest normal number."""
        a, b, *c_in = (abs(as_float64(x)) for x in inputs)
        size = self._product(a, b)
        rounding = 0.0
        if self.product_dtype:
            u, step = unit_roundoff(self.product_dtype), smallest_step(self.product_dtype)
            rounding = self._product(a * (1 + u) + step / 2, b * (1 + u) + step / 2) - size
        if self.accumulate:
            size = size + c_in[0]
        u_acc, u_out = unit_roundoff(self.acc_dtype), unit_roundoff(self.out_dtype)
        return [((self.k + 2) * u_acc + u_out) * (size + rounding) + rounding]

    def outputs(self) -> list[tuple[tuple[int, ...], str]]:
        return [((self.m, self.n), self.out_dtype)]


def sum_from(func: tirx.PrimFunc, start: tirx.Buffer) -> tirx.PrimFunc:
    """`func` with its reduction starting at `start`'s elements instead of zero.

    `start` has the output's shape and becomes the last input. The block is rewritten because
    te.create_prim_func silently drops a reduction's `init=`. `start` is not in the block's reads:
    decompose_reduction would leave it to the update, which does not read it.
    """

    def on_block(block: s_tir.SBlock) -> s_tir.SBlock:
        if block.init is None:
            return block
        total, indices = block.init.buffer, block.init.indices
        value = start[tuple(indices)].astype(total.dtype)
        return s_tir.SBlock(
            block.iter_vars,
            block.reads,
            block.writes,
            block.name_hint,
            block.body,
            tirx.BufferStore(total, value, indices),
            block.alloc_buffers,
            block.match_buffers,
            block.annotations,
        )

    body = tvm_ffi.structural_map(func.body, (s_tir.SBlock, on_block))
    *inputs, output = func.params
    return tirx.PrimFunc([*inputs, start, output], body, func.ret_type, func.attrs)


@dataclass(frozen=True)
class Gemv(Contraction):
    """y[n] = sum_k W[n,k] x[k]; a row of W per output, so K x N column-major in BLAS terms.

    Parameters
    ----------
    n, k : int
        Extents; any positive values.
    in_dtype, acc_dtype, out_dtype : str
        Of W and x, of the sum, and of y.

    The block "y_sum" holds the reduction, the block "y" converts it to the output's dtype.
    """

    n: int
    k: int
    in_dtype: str = "float16"
    acc_dtype: str = "float32"
    out_dtype: str = "float16"

    axes = ("N", "K")
    exact = True

    @property
    def bytes(self) -> int:
        per_in, per_out = np.dtype(self.in_dtype).itemsize, np.dtype(self.out_dtype).itemsize
        return (self.n * self.k + self.k) * per_in + self.n * per_out

    @property
    def dtype(self) -> str:
        return self.in_dtype

    def __str__(self) -> str:
        dtypes = f"{self.in_dtype} -> {self.acc_dtype} -> {self.out_dtype}"
        return f"y[n] = sum_k W[n,k] x[k], N,K = {self.n},{self.k}, {dtypes}"

    def prim_func(self) -> tvm.tirx.PrimFunc:
        n, k = self.shape
        w = te.placeholder((n, k), self.in_dtype, name="W")
        x = te.placeholder((k,), self.in_dtype, name="x")
        r = te.reduce_axis((0, k), name="k")
        acc = self.acc_dtype
        total = te.compute(
            (n,), lambda i: te.sum(w[i, r].astype(acc) * x[r].astype(acc), axis=r), name="y_sum"
        )
        y = te.compute((n,), lambda i: total[i].astype(self.out_dtype), name="y")
        return te.create_prim_func([w, x, y])

    def inputs(self, rng: np.random.Generator, *, integer: bool = False) -> list[np.ndarray]:
        return [
            random_array(rng, shape, self.in_dtype, integer=integer, terms=self.k)
            for shape in (self.shape, (self.k,))
        ]

    def reference(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        w, x = map(as_float64, inputs)
        return [w @ x]

    def tolerance(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        """K·u·(|W||x|) for the sum, as Gemm's, plus one rounding of y to the output's dtype."""
        w, x = (abs(as_float64(array)) for array in inputs)
        size = w @ x
        sum_bound = (self.k + 2) * unit_roundoff(self.acc_dtype) * size
        return [sum_bound + rounding_bound(size, self.out_dtype)]

    def outputs(self) -> list[tuple[tuple[int, ...], str]]:
        return [((self.n,), self.out_dtype)]
