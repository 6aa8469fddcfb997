"""Sums of products as in Hopper's tensor cores: one alignment, one truncation.

All products of a step and the addend are aligned to the largest exponent, truncated two bits below
the last bit of a float32 of that exponent, and added exactly; the sum is truncated to float32. A
product's exponent is the sum of its factors' exponents (its significand may reach 4). Alignment,
truncation and the number of terms were determined for earlier chips by Fasi, Higham, Mikaitis and
Pranesh ("Numerical behavior of NVIDIA tensor cores", PeerJ Computer Science 7, 2021). The two bits
and the 16 terms reproduce every recorded output of an H200 bit for bit
(docs/results/outputs-nvidia-h200.json.gz).

For 8-bit factors, 32 products and the addend are added, and 13 bits below the leading one are kept,
of the terms and of the sum. That about 14 bits remain is reported for an H800 in DeepSeek-V3's
technical report (section 3.5.2); truncating the sum once more reproduces the outputs of an H100 and
an H200 bit for bit.

tf32 is assumed to follow the 16-bit formats: its terms are aligned and truncated like theirs, and
all K products of an instruction are added at once. No recorded output confirms that.
"""

from __future__ import annotations

import numpy as np

# Bits kept below the leading one of the largest term.
_SUM_BITS = np.finfo(np.float32).nmant
HALF_BITS = _SUM_BITS + 2
FLOAT8_BITS = 13
_LEAST_EXPONENT = -126
# Exponent of zeros: below all others, so that zeros do not affect the alignment.
_NONE = -2000


def as_tf32(values: np.ndarray) -> np.ndarray:
    """float32 as float64 with the lower 13 bits of the significand dropped, as mma reads tf32."""
    return (values.view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32).astype(np.float64)


def exponents(values: np.ndarray) -> np.ndarray:
    """The exponent of each number, for a significand in [1, 2)."""
    return np.where(values == 0, _NONE, np.frexp(values)[1] - 1)


def multiply_add(a: np.ndarray, b: np.ndarray, c: np.ndarray, bits: int = HALF_BITS) -> np.ndarray:
    """float32 (..., M, N): a (..., M, K) times b (..., K, N), both float64, plus float32 c.

    K is the number of products that the hardware adds at once: 16 of 16-bit factors, 32 of 8-bit
    ones. Terms keep `bits` bits below the leading one of the largest; the sum keeps as many, at
    most float32's.
    """
    depth = a.shape[-1]
    left, right = exponents(a), exponents(b)
    most = exponents(c.astype(np.float64))
    for k in range(depth):
        np.maximum(most, left[..., :, k, None] + right[..., None, k, :], out=most)
    unit = np.maximum(most, _LEAST_EXPONENT) - bits
    scale = np.ldexp(1.0, -unit)
    total = np.trunc(c * scale)
    for k in range(depth):
        total += np.trunc(a[..., :, k, None] * b[..., None, k, :] * scale)
    return truncated(np.ldexp(total, unit), min(bits, _SUM_BITS))


def truncated(values: np.ndarray, bits: int) -> np.ndarray:
    """float64 as float32, truncated towards zero to `bits` bits below the leading one."""
    near = values.astype(np.float32)
    beyond = np.abs(near) > np.abs(values)
    whole = np.where(beyond, np.nextafter(near, np.float32(0)), near)
    return (whole.view(np.uint32) & np.uint32(-1 << (_SUM_BITS - bits) & 0xFFFFFFFF)).view(
        np.float32
    )
