"""GEMM of float8 with scales: C = scale_a scale_b A B, float32 accumulators, bfloat16 out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import tvm
from tvm import te

from ..core.problem import as_dtype, as_float64, random_array, rounding_bound, unit_roundoff
from . import Contraction

FLOAT8, OUT = "float8_e4m3fn", "bfloat16"
# Precision of a term relative to the largest one that an instruction of Hopper's tensor cores adds,
# the accumulator included: 13 bits (DeepSeek-V3's report, section 3.5.2, says about 14 with the
# leading one).
CUT = 2.0**-13
STEP_K = 32
# Standard deviations that bound a sum of independent errors.
DEVIATIONS = 6


@dataclass(frozen=True)
class ScaledGemm(Contraction):
    """C[i,j] = scale_a[i] scale_b[j] sum_k A[i,k] B[j,k]: float8 e4m3, float32 sums, bfloat16 C.

    Parameters
    ----------
    m, n, k : int
        Extents; any positive values.
    per_row : bool
        A scale for each row of A and of B (shapes (M,) and (N,)), or for each tensor (shape (1,)).

    Inputs are A, B, scale_a and scale_b, the scales float32. Blocks: "C_sum" and "C".
    """

    m: int
    n: int
    k: int
    per_row: bool = True

    axes = ("M", "N", "K")
    exact = True
    in_dtype = FLOAT8

    @property
    def dtype(self) -> str:
        """With one scale per tensor it is another computation, and so another group of records."""
        return FLOAT8 if self.per_row else f"{FLOAT8} by tensor"

    @property
    def scales(self) -> tuple[int, int]:
        """The number of scales of each operand."""
        return (self.m, self.n) if self.per_row else (1, 1)

    @property
    def bytes(self) -> int:
        return self.m * self.k + self.n * self.k + 4 * sum(self.scales) + 2 * self.m * self.n

    def __str__(self) -> str:
        scales = "scale_a[i] scale_b[j]" if self.per_row else "scale_a scale_b"
        shape = f"M,N,K = {self.m},{self.n},{self.k}"
        return f"C[i,j] = {scales} sum_k A[i,k] B[j,k], {shape}, {FLOAT8} -> float32 -> {OUT}"

    def prim_func(self) -> tvm.tirx.PrimFunc:
        m, n, k = self.shape
        a = te.placeholder((m, k), FLOAT8, name="A")
        b = te.placeholder((n, k), FLOAT8, name="B")
        scale_a, scale_b = (
            te.placeholder((count,), "float32", name=f"scale_{name}")
            for name, count in zip("ab", self.scales, strict=True)
        )
        r = te.reduce_axis((0, k), name="k")
        total = te.compute(
            (m, n),
            lambda i, j: te.sum(a[i, r].astype("float32") * b[j, r].astype("float32"), axis=r),
            name="C_sum",
        )

        def scaled(i, j):
            at, to = (i, j) if self.per_row else (0, 0)
            return (total[i, j] * scale_a[at] * scale_b[to]).astype(OUT)

        return te.create_prim_func([a, b, scale_a, scale_b, te.compute((m, n), scaled, name="C")])

    def inputs(self, rng: np.random.Generator, *, integer: bool = False) -> list[np.ndarray]:
        """Scales between one and two; one for integer-valued inputs."""
        m, n, k = self.shape
        factors = [
            random_array(rng, shape, FLOAT8, integer=integer, terms=k) for shape in ((m, k), (n, k))
        ]
        most = 1.0 if integer else 2.0
        scales = [rng.uniform(1.0, most, size=(count,)) for count in self.scales]
        return [*factors, *(as_dtype(array, "float32") for array in scales)]

    def _scaled(self, sums: np.ndarray, inputs: Sequence[np.ndarray]) -> np.ndarray:
        scale_a, scale_b = map(as_float64, inputs[2:])
        return sums * scale_a[:, None] * scale_b[None, :]

    def reference(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        a, b = map(as_float64, inputs[:2])
        return [self._scaled(a @ b.T, inputs)]

    def tolerance(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        """Truncation in tensor cores, the roundings of the scales, and one rounding of C.

        An instruction truncates each of 33 terms by at most CUT times the largest. Products are at
        most max|A| max|B|; partial sums stay within DEVIATIONS of a random walk, which holds for
        inputs of both signs. The errors of that many terms add up as a random walk, too; those of
        the partial sum, truncated towards zero K / 32 times, have one direction.
        """
        a, b = map(as_float64, inputs[:2])
        walk = ((a * a) @ (b * b).T) ** 0.5
        largest = abs(a).max() * abs(b).max() + DEVIATIONS * walk
        steps = -(-self.k // STEP_K)
        terms = DEVIATIONS * (steps * STEP_K) ** 0.5 + steps
        sums = abs(a) @ abs(b).T
        error = CUT * terms * largest + 4 * unit_roundoff("float32") * sums
        return [self._scaled(error, inputs) + rounding_bound(self._scaled(sums, inputs), OUT)]

    def outputs(self) -> list[tuple[tuple[int, ...], str]]:
        return [((self.m, self.n), OUT)]
