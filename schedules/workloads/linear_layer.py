"""A linear layer with its epilogue: C = gelu(A B + bias) + residual, float16 in and out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import tvm
from tvm import te

from ..core.problem import as_dtype, as_float64, random_array, rounding_bound, unit_roundoff
from . import Contraction

# GELU by tanh: x / 2 (1 + tanh(SLOPE (x + CUBE x^3))).
CUBE = 0.044715
SLOPE = math.sqrt(2 / math.pi)
# GELU's slope is at most 1.13; its value is off by a few roundings of tanh.
MOST_SLOPE = 1.13
GELU_ROUNDINGS = 16


def gelu(x: Any) -> Any:
    """GELU by tanh of a float64 array or tensor."""
    # (1 + tanh(t)) / 2 = 1 / (1 + exp(-2 t)); beyond 60 it does not change.
    power = (-2 * SLOPE * (x + CUBE * x**3)).clip(-60, 60)
    return x / (1 + math.e**power)


@dataclass(frozen=True)
class LinearLayer(Contraction):
    """C[i,j] = gelu(sum_k A[i,k] B[j,k] + bias[j]) + residual[i,j], B as a torch Linear's weight.

    Parameters
    ----------
    m, n, k : int
        Extents; any positive values.

    A, B, bias, residual and C are float16; the sum and the epilogue are float32 and rounded once.
    GELU is torch's `approximate="tanh"`. Blocks: "C_sum", "biased", "gelu" and "C".
    """

    m: int
    n: int
    k: int

    axes = ("M", "N", "K")
    exact = False
    in_dtype = dtype = "float16"

    @property
    def bytes(self) -> int:
        return 2 * (self.m * self.k + self.n * self.k + self.n + 2 * self.m * self.n)

    def __str__(self) -> str:
        return (
            f"C[i,j] = gelu(sum_k A[i,k] B[j,k] + bias[j]) + residual[i,j], "
            f"M,N,K = {self.m},{self.n},{self.k}, float16 -> float32 -> float16"
        )

    def prim_func(self) -> tvm.tirx.PrimFunc:
        m, n, k = self.shape
        a = te.placeholder((m, k), "float16", name="A")
        b = te.placeholder((n, k), "float16", name="B")
        bias = te.placeholder((n,), "float16", name="bias")
        residual = te.placeholder((m, n), "float16", name="residual")
        r = te.reduce_axis((0, k), name="k")
        total = te.compute(
            (m, n),
            lambda i, j: te.sum(a[i, r].astype("float32") * b[j, r].astype("float32"), axis=r),
            name="C_sum",
        )
        biased = te.compute(
            (m, n), lambda i, j: total[i, j] + bias[j].astype("float32"), name="biased"
        )

        def activated(i, j):
            x = biased[i, j]
            curve = te.tanh((x + x * x * x * np.float32(CUBE)) * np.float32(SLOPE))
            return x * np.float32(0.5) * (np.float32(1) + curve)

        curved = te.compute((m, n), activated, name="gelu")
        c = te.compute(
            (m, n),
            lambda i, j: (curved[i, j] + residual[i, j].astype("float32")).astype("float16"),
            name="C",
        )
        return te.create_prim_func([a, b, bias, residual, c])

    def inputs(self, rng: np.random.Generator, *, integer: bool = False) -> list[np.ndarray]:
        """B is small, so that sums are about one, where GELU is not linear."""
        m, n, k = self.shape
        a, b, bias, residual = (
            random_array(rng, shape, "float32", integer=integer, terms=k)
            for shape in ((m, k), (n, k), (n,), (m, n))
        )
        return [as_dtype(array, "float16") for array in (a, b * (3 / math.sqrt(k)), bias, residual)]

    def reference(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        a, b, bias, residual = map(as_float64, inputs)
        return [gelu(a @ b.T + bias) + residual]

    def tolerance(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        """K·u·(|A||B| + |bias|) for the sum, as Gemm's, through GELU's slope; GELU's own roundings;
        one rounding of C to float16."""
        a, b, bias, residual = (abs(as_float64(array)) for array in inputs)
        size = a @ b.T + bias
        u = unit_roundoff("float32")
        sum_bound = (MOST_SLOPE * (self.k + 3) + GELU_ROUNDINGS) * u * (size + residual)
        return [sum_bound + rounding_bound(size + residual, "float16")]

    def outputs(self) -> list[tuple[tuple[int, ...], str]]:
        return [((self.m, self.n), "float16")]
