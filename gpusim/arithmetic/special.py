"""The special function unit (MUFU), and FCHK.

Results are correctly rounded. The unit's are not: it interpolates in tables that are not public.
Error bounds, from the CUDA C++ Programming Guide ("Mathematical Functions", intrinsics) and the PTX
ISA (.approx instructions): RCP 1 ulp; RSQ and SQRT 2 ulp and less than 2^-22 relative; EX2 2 ulp;
LG2 2^-22 absolute, or 2 ulp away from 1; SIN and COS 2^-20.5 absolute in [-pi, pi]; TANH 2^-10.9
relative. Zeros, infinities and NaNs are exact. Denormal operands and results are signed zeros;
ptxas scales before and after where PTX requires denormals.

Tested on an H200 and an H100: only TANH accepts and returns denormals; half results are truncated,
not rounded, and keep denormals of their format. The recording compares values within these bounds
(benchmarks/instructions.py), not bits.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .floats import EXPONENT, MAGNITUDE, NAN
from .rounding import FLOAT32, Format, decoded, encoded, flush, is_nan, rounded


def _turns(x: np.ndarray) -> np.ndarray:
    """Radians from turns; the operands of MUFU.SIN and .COS are in turns."""
    return np.fmod(x, 1) * (2 * np.pi)


_FUNCTIONS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "RCP": np.reciprocal,
    "RSQ": lambda x: 1 / np.sqrt(x),
    "SQRT": np.sqrt,
    "EX2": np.exp2,
    "LG2": np.log2,
    "SIN": lambda x: np.sin(_turns(x)),
    "COS": lambda x: np.cos(_turns(x)),
    "TANH": np.tanh,
}
FUNCTIONS = tuple(_FUNCTIONS)


def special(bits: np.ndarray, function: str) -> np.ndarray:
    """MUFU.RCP and other functions of float32."""
    denormals = function == "TANH"
    values = (bits if denormals else flush(bits)).view(np.float32).astype(np.float64)
    made = _FUNCTIONS[function](values).astype(np.float32).view(np.uint32)
    return np.where(is_nan(made), NAN, made if denormals else flush(made))


def special_half(bits: np.ndarray, function: str, of: Format) -> np.ndarray:
    """MUFU.EX2.F16 and similar: halves in the low bits of uint32; the float32 result is
    truncated."""
    wide = encoded(decoded(bits, of), FLOAT32)
    made = decoded(special(wide, function), FLOAT32)
    # Truncation overflows only from the next power of two on.
    overflows = np.abs(made) >= np.exp2(np.ceil(np.log2(of.largest)))
    cut = np.where(overflows, np.copysign(np.inf, made), rounded(made, of, "RZ"))
    return encoded(cut, of)


def special_high(high: np.ndarray, function: str) -> np.ndarray:
    """MUFU.RCP64H and .RSQ64H: from the upper half of a float64 to the upper half of the result.

    The lower half of the operand counts as 0; the result is truncated. Denormal operands and
    results are zeros.
    """
    field = np.uint32(0x7FF00000)
    flushed = np.where(high & field, high, high & np.uint32(0x80000000))
    values = (flushed.astype(np.uint64) << np.uint64(32)).view(np.float64)
    made = _FUNCTIONS[function.removesuffix("64H")](values).view(np.uint64)
    upper = (made >> np.uint64(32)).astype(np.uint32)
    upper = np.where(upper & field, upper, upper & np.uint32(0x80000000))
    return np.where(np.isnan(made.view(np.float64)), np.uint32(0x7FF80000), upper)


def division_leaves_range(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """FCHK: whether a / b needs the slow path of ptxas's division.

    The fast path refines q = a * (1 / b) with FFMA. Reciprocal and quotient must be normal, and the
    residuals must lose no bits. The unit's exact limits are not public; both paths give the same
    quotient, so the limits only decide which one runs.
    """
    exponent_a, exponent_b = (
        ((bits & EXPONENT) >> np.uint32(23)).astype(np.int32) for bits in (a, b)
    )
    quotient = exponent_a - exponent_b
    inside = (exponent_b > 0) & (exponent_b < 253) & (exponent_a > 24) & (exponent_a < 255)
    zero = (a & MAGNITUDE) == 0
    return ~(inside & (quotient > -126) & (quotient < 127)) | zero
