"""GEMM of float16 with weights of 4 bits: groups of 128 along K share a scale and a zero point."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import tvm
from tvm import te, tirx

from ..core.errors import ShapeError
from ..core.problem import as_dtype, as_float64, random_array, rounding_bound, unit_roundoff
from . import Contraction
from .quantized import unpack_int4, words_to_bytes

GROUP = 128  # values along K with one scale and one zero point
# A fragment of weights: 16 rows and 64 of K, four words of eight codes for each of 32 lanes.
FRAGMENT_N, FRAGMENT_K = 16, 64
FRAGMENT = (32, 4)
# Inputs have scales below this, so that sums of 2^18 products stay within float16.
MOST_SCALE = 1 / 64


def place_in_fragment(upper: Any, g: Any, k: Any, in_order: bool = False) -> tuple[Any, Any, Any]:
    """Lane, word, and index in the word of the code in row 8 upper + g and column k of a fragment.

    mma.sync.m16n8k16 has rows g and g + 8 of its first factor in lanes 4 g to 4 g + 3. K values may
    be assigned to lanes in any order that both factors share: of each 32, lane 4 g + t takes the
    eight from 8 t on, so that its float16 values are 16 adjacent bytes. Word 2 h + q has values 4 q
    to 4 q + 3 of the h-th eight: all codes of one mma. Codes i and i + 4 of a word, which one mask
    extracts, are adjacent along K.

    With `in_order` the lanes have the K values that the instruction specifies, for wgmma, whose
    other factor is in shared memory: of each 16, lane 4 g + t has 2 t, 2 t + 1, 2 t + 8 and 2 t +
    9, and a word has the codes of one 16.
    """
    if in_order:
        lane, word, pair = 4 * g + k % 8 // 2, k // 16, k % 16 // 8
    else:
        lane, word, pair = 4 * g + k % 32 // 8, 2 * (k // 32) + k % 8 // 4, k % 4 // 2
    return lane, word, upper + 2 * pair + 4 * (k % 2)


def fragment_codes(words: Any, in_order: bool = False) -> Any:
    """Codes of shape (N, K) from words of shape (N / 16, K / 64, 32, 4); NumPy or torch."""
    rows, columns, _, _ = words.shape
    # Axes: g, t, h, q; then g before the fragments along K, and h before t.
    parts = words.reshape(rows, columns, 8, 4, 2, 2).swapaxes(1, 2).swapaxes(3, 4)
    spread = parts[:, None, ..., None, None][:, [0, 0]][..., [0, 0], :][..., [0, 0]]  # a copy
    for upper, pair, odd in itertools.product((0, 1), repeat=3):
        spread[:, upper, ..., pair, odd] >>= 4 * (upper + 2 * pair + 4 * odd)
    if in_order:  # h, t, q, pair to h, q, pair, t
        spread = spread.swapaxes(5, 6).swapaxes(6, 7)
    return (spread & 15).reshape(rows * FRAGMENT_N, columns * FRAGMENT_K)


@dataclass(frozen=True)
class WeightOnlyGemm(Contraction):
    """C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]): float16, float32 sums.

    Parameters
    ----------
    m, n, k : int
        Extents; K a multiple of GROUP.
    fragments : bool
        How int32 words store codes 0..15: by the lanes of a warp, as in `place_in_fragment`, with
        shape (N / 16, K / 64, 32, 4), where N is a multiple of 16; or in rows, as in
        `quantized.QuantizedGemv`, with shape (N, K / 8).
    in_order : bool
        Whether the lanes have K in the order of wgmma (`place_in_fragment`).

    Inputs are A (M, K), W, and scale_zero (K / 128, N, 2), float16: a scale and a zero point, a
    whole number of 0..15. Blocks: "W_value" (weights as float16, rounded once), "C_sum" and "C";
    with `fragments` the first two have N's axis in three: fragment, row / 8, row % 8.
    """

    m: int
    n: int
    k: int
    fragments: bool = False
    in_order: bool = False

    axes = ("M", "N", "K")
    exact = True
    in_dtype = "float16"
    dtype = "int4"

    def __post_init__(self) -> None:
        super().__post_init__()
        for axis, extent, unit in (
            ("K", self.k, GROUP),
            ("N", self.n, FRAGMENT_N if self.fragments else 1),
        ):
            if extent % unit:
                raise ShapeError(f"{axis} = {extent} is not a multiple of {unit}")

    @property
    def stored(self) -> tuple[int, ...]:
        """The shape of the stored W."""
        if self.fragments:
            return (self.n // FRAGMENT_N, self.k // FRAGMENT_K, *FRAGMENT)
        return (self.n, self.k // 8)

    @property
    def bytes(self) -> int:
        weights = self.n * self.k // 2 + 4 * self.n * self.k // GROUP
        return weights + 2 * (self.m * self.k + self.m * self.n)

    def __str__(self) -> str:
        stored = ", codes by lane" if self.fragments else ""
        stored += ", K in order" if self.in_order else ""
        return (
            "C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), "
            f"M,N,K = {self.m},{self.n},{self.k}, float16 and int4 -> float32 -> float16{stored}"
        )

    def prim_func(self) -> tvm.tirx.PrimFunc:
        m, n, k = self.shape
        a = te.placeholder((m, k), "float16", name="A")
        w = te.placeholder(self.stored, "int32", name="W")
        scale_zero = te.placeholder((k // GROUP, n, 2), "float16", name="scale_zero")
        r = te.reduce_axis((0, k), name="k")
        rows = (n // FRAGMENT_N, 2, FRAGMENT_N // 2) if self.fragments else (n,)

        def code(row: tuple, at: tirx.Var) -> tirx.PrimExpr:
            if not self.fragments:
                return (w[row[0], at // 8] >> (at % 8 * 4)) & 15
            fragment, upper, g = row
            lane, word, number = place_in_fragment(upper, g, at % FRAGMENT_K, self.in_order)
            return (w[fragment, at // FRAGMENT_K, lane, word] >> (4 * number)) & 15

        def value(*indices: tirx.Var) -> tirx.PrimExpr:
            *row, at = indices
            j = (row[0] * 2 + row[1]) * 8 + row[2] if self.fragments else row[0]
            scale, zero = (scale_zero[at // GROUP, j, which] for which in (0, 1))
            return (code(row, at).astype("float16") - zero) * scale

        weight = te.compute((*rows, k), value, name="W_value")

        def product(i: tirx.Var, *row: tirx.Var) -> tirx.PrimExpr:
            return te.sum(a[i, r].astype("float32") * weight[(*row, r)].astype("float32"), axis=r)

        total = te.compute((m, *rows), product, name="C_sum")

        def result(i: tirx.Var, j: tirx.Var) -> tirx.PrimExpr:
            row = (j // FRAGMENT_N, j % FRAGMENT_N // 8, j % 8) if self.fragments else (j,)
            return total[(i, *row)].astype("float16")

        return te.create_prim_func([a, w, scale_zero, te.compute((m, n), result, name="C")])

    def inputs(self, rng: np.random.Generator, *, integer: bool = False) -> list[np.ndarray]:
        """All words are codes. Scales are up to MOST_SCALE, or equal to it for integer-valued
        inputs, whose float32 sums are then exact up to K = 2^18."""
        m, n, k = self.shape
        a = random_array(rng, (m, k), "float16", integer=integer, terms=k)
        w = as_dtype(rng.integers(-(2**31), 2**31, size=self.stored), "int32")
        scale_zero = as_dtype(rng.integers(0, 16, size=(k // GROUP, n, 2)), "float16")
        scales = rng.uniform(1.0 if integer else 0.5, 1.0, size=(k // GROUP, n))
        scale_zero[..., 0] = as_dtype(scales * MOST_SCALE, "float16")
        return [a, w, scale_zero]

    def dequantized(self, inputs: Sequence[np.ndarray]) -> np.ndarray:
        """The weights in float64, shape (N, K)."""
        _, w, scale_zero = inputs
        if self.fragments:
            codes = fragment_codes(w, self.in_order)
        else:
            codes = unpack_int4(words_to_bytes(w), self.k)
        groups = as_float64(codes).reshape(self.n, -1, GROUP)
        scale, zero = (as_float64(scale_zero[..., at]).T[..., None] for at in (0, 1))
        return (scale * (groups - zero)).reshape(self.n, self.k)

    def reference(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        return [as_float64(inputs[0]) @ self.dequantized(inputs).T]

    def tolerance(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        """As Gemm's, with one more rounding: of each weight to float16, which a kernel may make."""
        size = abs(as_float64(inputs[0])) @ abs(self.dequantized(inputs)).T
        u, narrow = unit_roundoff("float32"), unit_roundoff("float16")
        return [((self.k + 3) * u + narrow) * size + rounding_bound(size, "float16")]

    def outputs(self) -> list[tuple[tuple[int, ...], str]]:
        return [((self.m, self.n), "float16")]
