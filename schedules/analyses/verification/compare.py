"""Comparison of outputs with the reference, for NumPy arrays and torch tensors; and the tolerance
that follows from what a kernel executed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gpusim.chips import WARP

from ...core.problem import Problem, as_float64, is_exact, rounding_bound, unit_roundoff
from .verdict import Check

if TYPE_CHECKING:
    from gpusim.device import Ran
    from gpusim.isa.decoder import Code
    from gpusim.isa.program import Program


def difference(got: Sequence[Any], problem: Problem, *, norms: bool = True) -> Check:
    """Compare all outputs with their references; the message is for the first wrong output.

    Without `norms`, which take as long as the comparison, the relative error is unknown.
    """
    worst = relative = 0.0
    wrong: tuple[str, ...] = ()
    for output, right, tolerance in zip(got, problem.outputs, problem.tolerances, strict=True):
        error, message = compare(output, right, tolerance)
        worst = max(worst, error)
        if norms and tuple(output.shape) == tuple(right.shape):
            relative = max(relative, norm_of_difference(output, right))
        if message:
            wrong = (message,)
            break
    return Check(
        inputs=problem.kind,
        error=worst,
        problems=wrong,
        compared=problem.compared,
        relative_error=relative if norms else None,
    )


def compare(
    got: np.ndarray, expected: np.ndarray, tolerance: np.ndarray | float
) -> tuple[float, str]:
    """Worst error as a fraction of the tolerance, and what is wrong ('' if nothing is).

    Accepts NumPy arrays and torch tensors.

    `expected` is float64, or has an integer output's dtype. A tolerance of 0 requires equality with
    `expected` rounded to the output's dtype.
    """
    if tuple(got.shape) != tuple(expected.shape):
        return np.inf, f"shape {tuple(got.shape)}, expected {tuple(expected.shape)}"
    if (np.isscalar(tolerance) or isinstance(tolerance, np.ndarray)) and not np.any(tolerance):
        expected = (
            expected.astype(got.dtype) if hasattr(expected, "astype") else expected.to(got.dtype)
        )
    difference = abs(as_float64(got) - as_float64(expected))
    if got.dtype == expected.dtype:
        # Beyond 2^53 different integers may have the same float64.
        difference = difference + ((difference == 0) & (got != expected))
    # Comparisons with NaN are false, so test for right elements, not for wrong ones.
    right = difference <= tolerance
    if bool(right.all()):
        share = difference / (tolerance + (tolerance == 0))
        return float(share.max()), ""
    wrong = np.asarray((~right).cpu() if hasattr(right, "cpu") else ~right)
    first = np.unravel_index(int(np.argmax(wrong)), wrong.shape)
    return np.inf, (
        f"{wrong.sum()} of {wrong.size} elements wrong, first at {list(map(int, first))}: "
        f"{got[first]} instead of {expected[first]}"
    )


def within(
    judged: np.ndarray, got: np.ndarray, expected: np.ndarray, tolerance: np.ndarray | float
) -> tuple[float, str]:
    """As `compare`, for the elements that a mask selects."""
    some = (np.where(judged, array, array.dtype.type(0)) for array in (got, expected))
    return compare(*some, np.where(judged, tolerance, 0.0))


def norm_of_difference(got: Any, right: Any) -> float:
    """Frobenius norm of got - right over that of right."""

    def norm(array: Any) -> float:
        return float(array.norm() if hasattr(array, "norm") else np.linalg.norm(array.ravel()))

    return norm(as_float64(got) - as_float64(right)) / (norm(as_float64(right)) or 1.0)


# --- the default tolerance of a kernel file -------------------------------------------------------

# n roundings of relative error u, one after the other, lead to an error of about sqrt(n) u (Higham,
# Mary: "A New Approach to Probabilistic Rounding Error Analysis", 2019). n is counted: the
# roundings of the longest execution path of a thread, or those of all warps per output element if
# these are more. A kernel without any has to agree exactly.
#
# Where results are wrong by this measure, they may still be as good as their inputs: a difference
# of large numbers is as uncertain as these are. So the reference is also evaluated on inputs that
# differ by the same relative error, and what it changes is allowed as well.


# Multiple of sqrt(n) u that is allowed, and the most that it may amount to.
FACTOR, MOST = 8.0, 1 / 8
# An approximation is off by two halves of a unit: as many roundings as the square of that.
_MUFU = 4
# Formats by the modifiers that name them.
_FORMATS = {
    "F64": "float64",
    "F32": "float32",
    "F16": "float16",
    "BF16": "bfloat16",
    "BF16_V2": "bfloat16",
    "TF32": "tf32",
    "E4M3": "float8_e4m3fn",
    "E5M2": "float8_e5m2",
} | {f"{name}x{count}": of for name, of in (("F16", "float16"), ("BF16", "bfloat16"))
     for count in (2, 4, 8)} | {"F32x2": "float32", "F32x4": "float32"}  # fmt: skip
# Formats that no array has: TF32, and the accumulators of 8-bit matrix products.
_ROUNDOFFS = {"tf32": 2.0**-11, "sums of float8": 2.0**-14}
_SINGLE = {"FADD", "FFMA", "FMUL", "FADD2", "FFMA2", "FMUL2", "FSWZADD", "UFADD", "UFFMA", "UFMUL"}
_DOUBLE = {"DADD", "DFMA", "DMUL"}
_HALF = {"HADD2", "HFMA2", "HMUL2"}
_FROM_INTEGERS = {"I2F", "I2FP", "UI2F", "UI2FP"}
_ATOMIC = {"ATOM", "ATOMG", "ATOMS", "RED", "REDG"}
# Roundings of terms do not add up as those of sums do, so no more of them count.
_MOST_OF_TERMS = 4
_DEPTHS = {"16832": 32, "16816": 16, "1688": 8, "1684": 4}


def roundings(code: Code) -> tuple[str, int, bool] | None:
    """An instruction's format, its roundings one after the other, and whether it rounds terms of
    sums, not sums; None if it is exact."""
    base = code.base
    named = [_FORMATS[modifier] for modifier in code.modifiers if modifier in _FORMATS]
    if base in _SINGLE or (base == "MUFU" and not code.has("RCP64H", "RSQ64H")):
        return "float32", _MUFU if base == "MUFU" else 1, False
    if base in _DOUBLE:
        return "float64", 1, False
    if base in _HALF:
        # HFMA2 with a zero product is a move, HADD2.F32 a widening conversion.
        moves = base == "HFMA2" and any(operand.is_zero for operand in code.operands[1:3])
        return None if moves or code.has("F32") else ((named or ["float16"])[0], 1, False)
    if base in _FROM_INTEGERS:
        return (named or ["float32"])[0], 1, True
    if base in ("F2F", "F2FP"):
        to, of = [*named, "float16", "float32"][:2] if len(named) < 2 else named[:2]
        return (to, 1, True) if _roundoff(to) > _roundoff(of) else None
    if base in _ATOMIC and named and code.has("ADD"):
        # Lanes may add to one element.
        return named[0], WARP, False
    if "product" in code.row.roles and base not in ("BMMA", "IMMA", "BGMMA", "IGMMA"):
        return _of_product(code, named)
    return None


def _of_product(code: Code, named: list[str]) -> tuple[str, int, bool]:
    """A matrix product adds to a sum as often as K is large."""
    if code.base == "DMMA":
        return "float64", int(code.modifiers[0].split("x")[-1]), False
    if code.base in ("QGMMA", "QMMA"):
        return "sums of float8", 32, False
    shape = next((name for name in code.modifiers if name.count("x") == 2), "")
    deep = next((_DEPTHS[name] for name in code.modifiers if name in _DEPTHS), 16)
    depth = int(shape.split("x")[-1]) if shape else deep
    return "float32" if code.has("F32", "TF32") else (named or ["float16"])[0], depth, False


def _roundoff(name: str) -> float:
    return _ROUNDOFFS.get(name) or unit_roundoff(name)


@dataclass(frozen=True)
class Rounding:
    """Roundings by format: of the longest path of a thread, of all warps, and of terms."""

    path: Mapping[str, int]
    total: Mapping[str, float]
    terms: Mapping[str, int]

    @classmethod
    def executed(cls, launches: Iterable[Ran], share: float) -> Rounding:
        """What simulated launches have executed; their paths follow each other. A `share` of their
        blocks ran."""
        path, total, terms = Counter(), Counter(), Counter()
        for ran in launches:
            for (name, of_terms), weights in _weights(ran.program.codes).items():
                executed = int((ran.counts.issued * weights).sum())
                if not executed:
                    continue
                before = np.concatenate([[0], np.cumsum(weights)])
                longest = max(
                    (sum(int(before[end] - before[start]) for start, end in segments))
                    for segments in ran.paths or [[(0, len(weights))]]
                )
                (terms if of_terms else path)[name] += longest
                if not of_terms:
                    total[name] += executed / share
        return cls(path, total, {name: min(_MOST_OF_TERMS, terms[name]) for name in terms})

    @classmethod
    def uncounted(cls, programs: Iterable[Program], elements: int) -> Rounding:
        """Of code that ran elsewhere: each of the inputs' elements may add a rounding."""
        kinds = {kind for program in programs for kind in _weights(program.codes)}
        path = {name: elements for name, of_terms in kinds if not of_terms}
        return cls(path, {}, {name: _MOST_OF_TERMS for name, of_terms in kinds if of_terms})

    def _counts(self, elements: int) -> dict[str, int]:
        """Roundings, by format, that an element of an output of `elements` may have seen."""
        counts = Counter(self.terms)
        for name, count in self.path.items():
            each = math.ceil(self.total.get(name, 0) / max(1, elements))
            counts[name] += max(count, each)
        return counts

    def relative(self, elements: int) -> float:
        """The relative error that is allowed in an output of `elements`; 0 if nothing rounds."""
        counts = self._counts(elements).items()
        variance = sum(count * _roundoff(name) ** 2 for name, count in counts)
        return min(MOST, FACTOR * math.sqrt(variance))

    def text(self, output: np.ndarray) -> str:
        """'8.3e-07 of a value and the RMS of all, by 3 float32 roundings'."""
        if is_exact(str(output.dtype)):
            return "0 for integers"
        elements = output.size
        some = [f"{count} {name}" for name, count in self._counts(elements).items()]
        if not some:
            return "0, since no instruction rounds"
        by = f"{' and '.join(some)} roundings"
        return f"{self.relative(elements):.1e} of a value and the RMS of all, by {by}"


def _weights(codes: Sequence[Code]) -> dict[tuple[str, bool], np.ndarray]:
    """Each instruction's roundings, by format and whether they are those of terms."""
    weights: dict[tuple[str, bool], np.ndarray] = {}
    for code in codes:
        if (known := roundings(code)) is not None:
            name, count, of_terms = known
            row = weights.setdefault((name, of_terms), np.zeros(len(codes), np.int64))
            row[code.at] = count
    return weights


def allowed(expected: np.ndarray, dtype: str, relative: float) -> np.ndarray:
    """The allowed error of each element: of rounding to `dtype`, and of `relative` to a value and
    to the root mean square (RMS) of all."""
    if is_exact(dtype) or not relative:
        return np.zeros(expected.shape)
    size = abs(as_float64(expected))
    finite = size[np.isfinite(size)]
    largest = float(finite.max(initial=0.0))
    rms = largest and largest * math.sqrt(float(np.mean((finite / largest) ** 2)))
    return relative * (size + rms) + rounding_bound(size, dtype)
