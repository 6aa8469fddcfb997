"""Weight quantization: y = scale * W x with W in 8 or 4 bits, two 4-bit weights to a byte, and GEMM
with 4-bit weights whose groups have scales."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import tvm
from tvm import te, tirx

from gpusim.errors import UserError

from ..core.errors import ShapeError
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


# --- weights in 4 bits with scales of groups ------------------------------------------------------

# GEMM of float16 with weights of 4 bits: groups of 128 along K share a scale and a zero point.

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
