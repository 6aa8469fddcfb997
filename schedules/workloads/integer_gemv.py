"""GEMV of 8-bit activations by weights of 8 or 4 bits, multiplied and added as integers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import tvm
from tvm import te, tirx

from gpusim.errors import UserError

from ..core.arrays import as_dtype, as_float64, random_array, unit_roundoff
from ..core.errors import ShapeError
from . import Contraction

GROUP = 128  # weights of 4 bits along K with one scale
HALF = GROUP // 2  # bytes of a group: one has codes i and i + HALF
QUAD = 4  # multiply-adds of one lane of a dot product instruction
LARGEST_K = 65536  # 255 * 127 * K is still an int32


def group_codes(packed: np.ndarray) -> np.ndarray:
    """Codes of shape (N, K) from bytes of shape (N, K / GROUP, HALF)."""
    return np.stack([packed & 15, packed >> 4], axis=2).reshape(len(packed), -1)


def code_of(byte: tirx.PrimExpr, half: tirx.PrimExpr) -> tirx.PrimExpr:
    """The code in the low (half = 0) or high half (1) of a byte of two, as int32."""
    return ((byte.astype("int32") >> (4 * half)) & 15).astype("int32")


@dataclass(frozen=True)
class IntegerGemv(Contraction):
    """y[n] = x_scale sum_k scale (code[n,k] - zero) x[k]: int8 x, int32 accumulators, float32 y.

    Parameters
    ----------
    n, k : int
        Extents; K a multiple of GROUP and at most LARGEST_K.
    bits : 8 or 4
        Codes are unsigned, with zero = 128 or 8. Those of 8 bits have a scale per row and shape
        (N, K); those of 4 bits have a scale for each GROUP along K and shape (N, K / GROUP, HALF):
        byte i of a group has code i in its low half and code i + HALF in its high half.

    Codes are unsigned because a dot product instruction multiplies unsigned by signed bytes. The
    sum of x is the same for all rows, so the zero point costs nothing per row.

    With 4 bits x has shape (K / GROUP, 2, HALF), in the same order. Inputs are W, x, scale and
    x_scale (1,). Blocks: "x_sum", "y_sum" and "y". With 4 bits "part" has the sum over the 8
    codes that a lane of 16 takes from a group, and "y_sum" scales it.
    """

    n: int
    k: int
    bits: int = 8

    axes = ("N", "K")
    exact = True
    on_host = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.bits not in (8, 4):
            raise UserError(f"bits = {self.bits}: weights have 8 or 4 bits")
        if self.k % GROUP:
            raise ShapeError(f"K = {self.k} is not a multiple of {GROUP}")
        if self.k > LARGEST_K:
            raise ShapeError(f"K = {self.k}: int32 accumulators are exact up to K = {LARGEST_K}")

    @property
    def zero(self) -> int:
        return 1 << (self.bits - 1)

    @property
    def stored(self) -> tuple[int, ...]:
        """The shape of the stored W."""
        return (self.n, self.k) if self.bits == 8 else (self.n, self.k // GROUP, HALF)

    @property
    def x_shape(self) -> tuple[int, ...]:
        """x in the order of the codes: with 4 bits in groups of two halves."""
        return (self.k,) if self.bits == 8 else (self.k // GROUP, 2, HALF)

    @property
    def scales(self) -> tuple[int, ...]:
        """The shape of the scales."""
        return (self.n,) if self.bits == 8 else (self.n, self.k // GROUP)

    @property
    def bytes(self) -> int:
        weights = self.n * self.k * self.bits // 8
        return weights + 4 * int(np.prod(self.scales)) + self.k + 4 * self.n + 4

    @property
    def dtype(self) -> str:
        return f"int{self.bits}"

    def __str__(self) -> str:
        scale = "scale[n]" if self.bits == 8 else f"scale[n,k/{GROUP}]"
        return (
            f"y[n] = x_scale sum_k {scale} (code[n,k] - {self.zero}) x[k], "
            f"N,K = {self.n},{self.k}, int{self.bits} and int8 -> int32 -> float32"
        )

    def prim_func(self) -> tvm.tirx.PrimFunc:
        w = te.placeholder(self.stored, "uint8", name="W")
        x = te.placeholder(self.x_shape, "int8", name="x")
        scale = te.placeholder(self.scales, "float32", name="scale")
        x_scale = te.placeholder((1,), "float32", name="x_scale")
        y = (self._groups if self.bits == 4 else self._rows)(w, x, scale, x_scale)
        return te.create_prim_func([w, x, scale, x_scale, y])

    def _rows(self, w, x, scale, x_scale) -> te.Tensor:
        """The integer sum of each row, scaled."""
        r, s = te.reduce_axis((0, self.k), name="k"), te.reduce_axis((0, self.k), name="k")
        x_sum = te.compute((1,), lambda _: te.sum(x[s].astype("int32"), axis=s), name="x_sum")
        y_sum = te.compute(
            (self.n,),
            lambda i: te.sum(w[i, r].astype("int32") * x[r].astype("int32"), axis=r),
            name="y_sum",
        )
        return te.compute(
            (self.n,),
            lambda i: (y_sum[i] - self.zero * x_sum[0]).astype("float32") * (scale[i] * x_scale[0]),
            name="y",
        )

    def _groups(self, w, x, scale, x_scale) -> te.Tensor:
        """Integer sums by group and lane, each scaled and then added in float32."""
        groups, lanes = self.k // GROUP, HALF // QUAD

        def value(g, half, lane, r):
            return x[g, half, lane * QUAD + r].astype("int32")

        def axes() -> list:
            return [te.reduce_axis((0, 2), name="half"), te.reduce_axis((0, QUAD), name="r")]

        half, r = axes()
        x_sum = te.compute(
            (groups, lanes),
            lambda g, lane: te.sum(value(g, half, lane, r), axis=[half, r]),
            name="x_sum",
        )
        h, q = axes()

        part = te.compute(
            (self.n, groups, lanes),
            lambda i, g, lane: te.sum(
                code_of(w[i, g, lane * QUAD + q], h) * value(g, h, lane, q), axis=[h, q]
            ),
            name="part",
        )
        gr, lr = te.reduce_axis((0, groups), name="g"), te.reduce_axis((0, lanes), name="lane")
        y_sum = te.compute(
            (self.n,),
            lambda i: te.sum(
                (part[i, gr, lr] - self.zero * x_sum[gr, lr]).astype("float32") * scale[i, gr],
                axis=[gr, lr],
            ),
            name="y_sum",
        )
        return te.compute((self.n,), lambda i: y_sum[i] * x_scale[0], name="y")

    def inputs(self, rng: np.random.Generator, *, integer: bool = False) -> list[np.ndarray]:
        """Codes over their whole range. For integer-valued inputs, x is small and scales are
        powers of two, so that float32 holds each sum up to K = LARGEST_K."""
        w = rng.integers(0, 256, size=self.stored, dtype="uint8")
        x = random_array(rng, self.x_shape, "int8", integer=True, terms=self.k)
        if not integer:
            x = as_dtype(rng.integers(-127, 128, size=self.x_shape), "int8")
        low = 1.0 if integer else 0.5
        scale, x_scale = (
            as_dtype(rng.uniform(low, 1.0, size=shape) / 128, "float32")
            for shape in (self.scales, (1,))
        )
        return [w, x, scale, x_scale]

    def _sums(self, inputs: Sequence[np.ndarray], rows: slice, size: bool) -> np.ndarray:
        """y of some rows in float64; with `size`, computed from the magnitudes of all factors."""
        w, x, scale, x_scale = inputs
        codes = w[rows] if self.bits == 8 else group_codes(w[rows])
        weights = as_float64(codes) - self.zero
        x, weights = (abs(one) if size else one for one in (as_float64(x), weights))
        if self.bits == 8:
            scaled = weights @ x * as_float64(scale[rows])
        else:
            weights, x = weights.reshape(len(codes), -1, GROUP), x.reshape(-1, GROUP)
            by_group = np.einsum("ngk,gk->ng", weights, x)
            scaled = (by_group * as_float64(scale[rows])).sum(axis=1)
        return scaled * as_float64(x_scale)[0]

    def _by_rows(self, inputs: Sequence[np.ndarray], size: bool = False) -> np.ndarray:
        """Evaluated in parts, because float64 takes 8 to 16 times the memory of the codes."""
        piece = 1024
        starts = range(0, self.n, piece)
        return np.concatenate([self._sums(inputs, slice(at, at + piece), size) for at in starts])

    def reference(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        return [self._by_rows(inputs)]

    def tolerance(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        """Integer sums are exact. Errors come from rounding to float32, two scales, and with 4
        bits a sum of K / 8 terms."""
        terms = self.k // 8 if self.bits == 4 else 0
        return [(terms + 4) * unit_roundoff("float32") * self._by_rows(inputs, size=True)]

    def outputs(self) -> list[tuple[tuple[int, ...], str]]:
        return [((self.n,), "float32")]
