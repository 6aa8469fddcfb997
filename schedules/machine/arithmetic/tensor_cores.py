"""Sums of products as Hopper's tensor cores take them: one alignment, one truncation.

All products of a step and the addend are aligned to the largest exponent among them, cut off two
bits below the last bit of a float32 of that exponent, and added exactly; the sum is cut off to
float32. A product's exponent is the sum of its factors' (its significand may reach 4). That tensor
cores align and truncate so, and how many terms meet, was found for earlier chips by Fasi, Higham,
Mikaitis and Pranesh ("Numerical behavior of NVIDIA tensor cores", PeerJ Computer Science 7, 2021);
the two bits and the 16 terms are what gives every recorded output of an H200 bit for bit
(docs/results/outputs-nvidia-h200.json).

Of 8-bit factors 32 products and the addend meet, and less is kept: about 14 bits of the largest
term (DeepSeek-V3's technical report, section 3.5.2, of an H800). FLOAT8_BITS takes that for 13 bits
below the leading one, cut off as above. No GPU's outputs are on record for it: which bits a GPU
gives is not known, only how many.
"""

from __future__ import annotations

import numpy as np

# Bits kept below the leading one of the largest term.
HALF_BITS = np.finfo(np.float32).nmant + 2
FLOAT8_BITS = 13
_LEAST_EXPONENT = -126
# Below any exponent: of zeros, which align nothing.
_NONE = -2000


def exponents(values: np.ndarray) -> np.ndarray:
    """The exponent of each number, as if its significand lay in [1, 2)."""
    return np.where(values == 0, _NONE, np.frexp(values)[1] - 1)


def multiply_add(a: np.ndarray, b: np.ndarray, c: np.ndarray, bits: int = HALF_BITS) -> np.ndarray:
    """float32 (..., M, N) of a (..., M, K) times b (..., K, N), both float64, plus c, float32.

    K is what one instruction takes in one go: 16 of 16-bit factors, 32 of 8-bit ones. `bits` are
    kept below the leading one of the largest term.
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
    return truncated(np.ldexp(total, unit))


def truncated(values: np.ndarray) -> np.ndarray:
    """float64 as float32, towards zero."""
    near = values.astype(np.float32)
    beyond = np.abs(near) > np.abs(values)
    return np.where(beyond, np.nextafter(near, np.float32(0)), near)
