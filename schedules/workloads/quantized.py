"""Weight quantization: y = scale * W x with W in 8 or 4 bits, and two 4-bit weights to a byte."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import tvm
from tvm import te, tirx

from gpusim.errors import UserError

from ..core.problem import as_dtype, as_float64, random_array, rounding_bound, unit_roundoff
from . import Contraction

# Bits -> smallest and largest code, dtype of the stored matrix, codes in one element of it.
CODES = {8: (-128, 127, "int8", 1), 4: (0, 15, "int32", 8)}


def pack_int4(codes: Any) -> Any:
    """Codes 0..15 of shape (..., K) as bytes of shape (..., ceil(K / 2)).

    Code 2i is the low half of byte i, code 2i + 1 the high half; an odd K leaves the last high half
    zero. Takes a NumPy array or a torch tensor; raises UserError for a code outside 0..15.
    """
    if codes.min() < 0 or codes.max() > 15:
        raise UserError(f"4-bit codes are 0..15, got {int(codes.min())}..{int(codes.max())}")
    codes = as_dtype(codes, "uint8")
    packed = codes[..., 0::2] | 0  # a copy
    packed[..., : codes.shape[-1] // 2] |= codes[..., 1::2] << 4
    return packed


def unpack_int4(packed: Any, count: int) -> Any:
    """The first `count` codes of each row of `pack_int4`'s bytes, in their dtype."""
    codes = packed[..., np.arange(count) // 2]  # a copy
    codes[..., 1::2] >>= 4
    return codes & 15


def words_to_bytes(words: Any) -> Any:
    """int32 of shape (..., n) as their bytes, lowest first, in int32 of shape (..., 4 n)."""
    spread = words[..., np.arange(4 * words.shape[-1]) // 4]  # a copy
    for place in range(1, 4):
        spread[..., place::4] >>= 8 * place
    return spread & 255


def value_of_bits(field: tirx.PrimExpr, place, bits: int, zero, offset: int = 0) -> tirx.PrimExpr:
    """A code of `bits` bits as float32, minus `offset` and the int32 `zero`: one bit operation and
    one subtraction.

    A GPU converts integers at a fraction of the rate of float additions. But the last bit of a
    float32 in [2^23, 2^24) is worth one, as is bit 8 in [2^15, 2^16), and so on: a code at that
    place adds its own value. `field` (uint32) has the code from bit `place` up and zeros elsewhere,
    with place + bits <= 23. Subtracting the power of two and the zero point is exact while |zero| <
    2^22.
    """
    # Bits above the code are free as well. Filling them from the zero point changes nothing, but
    # hides the pattern from the compiler: as an immediate it would not fit into one instruction
    # with the mask that extracts the field.
    filler = (zero & (1 if bits == 8 else 7)) << bits
    known = (tirx.const(2**23, "int32") >> place) + filler + offset
    pattern = tirx.reinterpret("uint32", known.astype("float32"))
    return tirx.reinterpret("float32", field ^ pattern) - (known + zero).astype("float32")


def int8_value(code: tirx.PrimExpr, zero: tirx.PrimExpr) -> tirx.PrimExpr:
    """The int8 `code` less `zero`, as float32."""
    # Flipping the sign bit makes -128..127 the byte code + 128; the flip is part of the pattern.
    byte = code.astype("uint8").astype("uint32")
    return value_of_bits(byte, 0, 8, zero, offset=128)


def int4_value(word: tirx.PrimExpr, index: tirx.PrimExpr, zero: tirx.PrimExpr) -> tirx.PrimExpr:
    """Code `index` (0..7) of eight in an int32, less `zero`, as float32.

    Codes 0 to 4 are used in place; 5 to 7 share one shift, to the places of 2 to 4.
    """
    beyond = index >= 5
    shifted = word.astype("uint32") >> tirx.Select(beyond, 12, 0).astype("uint32")
    place = 4 * (index - tirx.Select(beyond, 3, 0))
    mask = (tirx.const(15, "int32") << place).astype("uint32")
    return value_of_bits(shifted & mask, place, 4, zero)


@dataclass(frozen=True)
class QuantizedGemv(Contraction):
    """y[n] = scale * sum_k (W[n,k] - zero) x[k]: float16 x, scale and y, float32 sum, int32 zero.

    Parameters
    ----------
    n, k : int
        Extents; any positive values.
    bits : 8 or 4
        W is int8 of shape (N, K), or int32 of shape (N, ceil(K / 8)): rows of bytes as `pack_int4`
        packs them, filled up to whole words with codes 0 and read as little-endian int32.
    lookup : bool
        State each product as a look-up: table[v,k] = (v - zero) x[k] for all 256 or 16 codes v,
        and y[n] = scale * sum_k table[W[n,k],k].

    Inputs are W, x, scale (1,) and zero (1,). Blocks: "W_value" (the weight as float32) or
    "table", then "y_sum", then "y".
    """

    n: int
    k: int
    bits: int = 8
    lookup: bool = False

    axes = ("N", "K")
    exact = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.bits not in CODES:
            raise UserError(f"bits = {self.bits}: weights have 8 or 4 bits")

    @property
    def stored(self) -> tuple[int, int]:
        """The shape of the stored W."""
        return (self.n, -(-self.k // CODES[self.bits][3]))

    @property
    def bytes(self) -> int:
        rows, elements = self.stored
        scale_and_zero = 2 + 4
        per_element = np.dtype(CODES[self.bits][2]).itemsize
        return rows * elements * per_element + 2 * (self.k + self.n) + scale_and_zero

    @property
    def dtype(self) -> str:
        return f"int{self.bits}"

    def __str__(self) -> str:
        product = "table[W[n,k],k]" if self.lookup else "(W[n,k] - zero) x[k]"
        return (
            f"y[n] = scale sum_k {product}, N,K = {self.n},{self.k}, int{self.bits} and float16 "
            "-> float32 -> float16"
        )

    def prim_func(self) -> tvm.tirx.PrimFunc:
        n, k = self.shape
        low, high, dtype, _ = CODES[self.bits]
        w = te.placeholder(self.stored, dtype, name="W")
        x = te.placeholder((k,), "float16", name="x")
        scale = te.placeholder((1,), "float16", name="scale")
        zero = te.placeholder((1,), "int32", name="zero")
        r = te.reduce_axis((0, k), name="k")

        def row_of_table(i, j):
            if self.bits == 8:
                return w[i, j].astype("int32") - low
            return (w[i, j // 8] >> (j % 8 * 4)) & 15

        def value(i, j):
            if self.bits == 8:
                return int8_value(w[i, j], zero[0])
            return int4_value(w[i, j // 8], j % 8, zero[0])

        if self.lookup:
            table = te.compute(
                (high - low + 1, k),
                lambda v, j: (v + low - zero[0]).astype("float32") * x[j].astype("float32"),
                name="table",
            )
            total = te.compute(
                (n,), lambda i: te.sum(table[row_of_table(i, r), r], axis=r), name="y_sum"
            )
        else:
            weight = te.compute((n, k), value, name="W_value")
            total = te.compute(
                (n,), lambda i: te.sum(weight[i, r] * x[r].astype("float32"), axis=r), name="y_sum"
            )
        y = te.compute(
            (n,), lambda i: (total[i] * scale[0].astype("float32")).astype("float16"), name="y"
        )
        return te.create_prim_func([w, x, scale, zero, y])

    def inputs(self, rng: np.random.Generator, *, integer: bool = False) -> list[np.ndarray]:
        """Codes over their whole range, and random ones beyond K in a row's last word. The scale
        keeps y within float16; for integer-valued inputs it is a power of two, and up to K = 16384
        the float32 sum is then exact."""
        low, high, _, per_element = CODES[self.bits]
        rows, elements = self.stored
        width, dtype = elements * per_element, "int8" if low < 0 else "uint8"
        # In parts, since NumPy's generator takes eight bytes per code at first. Zeros first: they
        # are an array or a tensor as the generator makes them, and use no random number.
        codes = rng.integers(0, 1, size=(rows, width), dtype=dtype)
        step = max(1, (1 << 22) // width)
        for start in range(0, rows, step):
            size = (min(step, rows - start), width)
            codes[start : start + step] = as_dtype(rng.integers(low, high + 1, size=size), dtype)
        x = random_array(rng, (self.k,), "float16", integer=integer, terms=self.k)
        zero = rng.integers(low // 4, high // 2 + 1, size=(1,))
        # |y| <= scale * 3 * K * 2^bits, and float16 ends at 65504.
        largest = 2.0 ** min(14 - self.bits - (3 * self.k).bit_length(), 0)
        scale = rng.integers(1, 2, size=(1,)) if integer else rng.uniform(0.5, 1.0, size=(1,))
        zero = as_dtype(zero, "int32")
        w = codes if self.bits == 8 else pack_int4(codes).view(zero.dtype)
        return [w, x, as_dtype(scale * largest, "float16"), zero]

    def dequantized(self, inputs: Sequence[np.ndarray]) -> np.ndarray:
        """W - zero in float64, shape (N, K)."""
        w, zero = inputs[0], inputs[3]
        codes = w if self.bits == 8 else unpack_int4(words_to_bytes(w), self.k)
        return as_float64(codes) - as_float64(zero)

    def reference(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        x, scale = map(as_float64, inputs[1:3])
        return [scale * (self.dequantized(inputs) @ x)]

    def tolerance(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        """As Gemv's, with one more rounding: the product with the scale."""
        x, scale = (abs(as_float64(array)) for array in inputs[1:3])
        size = scale * (abs(self.dequantized(inputs)) @ x)
        sum_bound = (self.k + 3) * unit_roundoff("float32") * size
        return [sum_bound + rounding_bound(size, "float16")]

    def outputs(self) -> list[tuple[tuple[int, ...], str]]:
        return [((self.n,), "float16")]
