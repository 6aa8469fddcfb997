"""Integers of the machine against Python's."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from gpusim.arithmetic import integers

M32, M64 = 2**32 - 1, 2**64 - 1
WORDS = [
    0,
    1,
    2,
    31,
    32,
    33,
    0x7F,
    0x80,
    0xFF,
    0x8000,
    0x12345678,
    0x7FFFFFFF,
    0x80000000,
    M32,
    0xDEADBEEF,
]


def signed(x: int, bits: int = 32) -> int:
    return x - (1 << bits) if x >> (bits - 1) else x


def grid(count: int) -> tuple[list[tuple[int, ...]], list[np.ndarray]]:
    """All tuples of some words, and the same as arrays."""
    rows = list(itertools.product(WORDS, repeat=count))
    return rows, [np.array(column, np.uint32) for column in zip(*rows, strict=True)]


@pytest.mark.parametrize("is_signed", [True, False])
def test_wide_products(is_signed):
    rows, (a, b, c) = grid(3)
    addend = integers.pair(c, b)
    made = integers.multiply_wide(a, b, addend, is_signed)
    read = signed if is_signed else int
    assert made.tolist() == [(read(x) * read(y) + z + (y << 32)) & M64 for x, y, z in rows]


def test_a_wide_product_carries():
    rows, (a, b, c) = grid(3)
    for carry in (0, 1):
        made, out = integers.multiply_wide_carry(
            a, b, integers.pair(c, a), np.full(len(rows), bool(carry))
        )
        exact = [x * y + z + (x << 32) + carry for x, y, z in rows]
        assert made.tolist() == [x & M64 for x in exact]
        assert out.tolist() == [x > M64 for x in exact]


def test_sums_with_carries():
    rows, columns = grid(3)
    total, carries = integers.add_with_carry(columns, [np.True_])
    assert total.tolist() == [sum(row) + 1 & M32 for row in rows]
    assert carries.tolist() == [sum(row) + 1 >> 32 for row in rows]
    # a - b carries where it does not borrow, of 0 too.
    a, b, _ = columns
    _, carries = integers.add_with_carry([a, integers.negated(b)])
    assert carries.tolist() == [x >= y for x, y, _ in rows]


@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize("wrap", [True, False])
@pytest.mark.parametrize("upper", [True, False])
def test_shifts(bits, wrap, upper):
    rows, (low, high, amount) = grid(3)
    for left, is_signed in ((True, False), (False, False), (False, True)):
        made = integers.funnel_shift(
            low, high, amount, left=left, upper=upper, is_signed=is_signed, bits=bits, wrap=wrap
        )

        def expected(x: int, y: int, n: int, left=left, is_signed=is_signed) -> int:
            n = n % bits if wrap else min(n, bits)
            whole = y << 32 | x
            if left:
                whole <<= n
            else:
                whole = (signed(whole, 64) if is_signed else whole) >> n
            return (whole >> 32 if upper else whole) & M32

        assert made.tolist() == [expected(*row) for row in rows]


def test_every_truth_table():
    # These three words hold every combination of bits: the low byte is the table itself.
    a, b, c = (np.array([x], np.uint32) for x in (0xF0, 0xCC, 0xAA))
    truth = [np.array([x], bool) for x in (True, False, True)]
    for table in range(256):
        assert integers.logic(a, b, c, table).tolist()[0] & 0xFF == table
        assert integers.logic(*truth, table).tolist() == [bool(table >> 5 & 1)]


def test_bytes_are_permuted():
    a, b = np.array([0x83828180], np.uint32), np.array([0x07060504], np.uint32)

    def made(selector: int, mode: str = "") -> int:
        return int(integers.permute(a, np.array([selector], np.uint32), b, mode)[0])

    assert made(0x7610) == 0x07068180
    assert made(0x3210) == 0x83828180
    assert made(0xFBD8) == 0x00FF00FF
    # The table of PTX's prmt, selector 1 and 3.
    assert [f"{made(n, 'F4E'):08x}" for n in (1, 3)] == ["04838281", "06050483"]
    assert [f"{made(n, 'B4E'):08x}" for n in (1, 3)] == ["06078081", "80818283"]
    assert [f"{made(n, 'RC8'):08x}" for n in (1, 3)] == ["81818181", "83838383"]
    assert [f"{made(n, 'ECL'):08x}" for n in (1, 3)] == ["83828181", "83838383"]
    assert [f"{made(n, 'ECR'):08x}" for n in (1, 3)] == ["81818180", "83828180"]
    assert [f"{made(n, 'RC16'):08x}" for n in (1, 2)] == ["83828382", "81808180"]


def test_bits_are_counted_found_and_turned():
    words = np.array(WORDS, np.uint32)
    assert integers.population_count(words).tolist() == [x.bit_count() for x in WORDS]
    assert integers.reverse_bits(words).tolist() == [int(f"{x:032b}"[::-1], 2) for x in WORDS]
    top = [x.bit_length() - 1 for x in WORDS]
    assert integers.leading_one(words).tolist() == [n & M32 for n in top]
    assert integers.leading_one(words, shift_amount=True).tolist() == [
        M32 if n < 0 else 31 - n for n in top
    ]
    unlike = [(x ^ M32 if x >> 31 else x).bit_length() - 1 for x in WORDS]
    assert integers.leading_one(words, is_signed=True).tolist() == [n & M32 for n in unlike]


def test_masks_and_extensions():
    rows, (a, b) = grid(2)
    assert integers.bit_mask(a, b).tolist() == [
        ((1 << min(y, 32)) - 1) << min(x, 32) & M32 for x, y in rows
    ]
    assert integers.bit_mask(a, b, wrap=True).tolist() == [
        ((1 << y % 32) - 1) << x % 32 & M32 for x, y in rows
    ]

    def extended(x: int, n: int, is_signed: bool) -> int:
        n = min(n, 32)
        x &= (1 << n) - 1
        return (signed(x, n) if is_signed and n else x) & M32

    for is_signed in (True, False):
        made = integers.extend(a, b, is_signed)
        assert made.tolist() == [extended(x, y, is_signed) for x, y in rows]


def test_shifted_sums():
    rows, (a, b) = grid(2)
    for shift in (0, 3, 31):
        made, carry = integers.shift_add(a, b, shift)
        exact = [(x << shift & M32) + y for x, y in rows]
        assert made.tolist() == [x & M32 for x in exact]
        assert carry.tolist() == [x >> 32 for x in exact]
        high = integers.shifted_high(a, integers.sign_word(a), shift)
        assert high.tolist() == [(signed(x) << shift) >> 32 & M32 for x, _ in rows]


@pytest.mark.parametrize("is_signed", [True, False])
def test_the_lesser_and_the_greater(is_signed):
    rows, (a, b) = grid(2)
    key = signed if is_signed else int
    assert integers.extremum(a, b, True, is_signed).tolist() == [min(row, key=key) for row in rows]
    assert integers.extremum(a, b, False, is_signed).tolist() == [max(row, key=key) for row in rows]
    assert integers.absolute(a).tolist() == [abs(signed(x)) for x, _ in rows]


def parts(x: int, bits: int, is_signed: bool) -> list[int]:
    raw = [x >> at & ((1 << bits) - 1) for at in range(0, 32, bits)]
    return [signed(part, bits) for part in raw] if is_signed else raw


@pytest.mark.parametrize("signs", list(itertools.product([True, False], repeat=2)))
def test_dot_products_of_bytes(signs):
    rows, (a, b, c) = grid(3)
    four = integers.dot4(a, b, c, *signs)
    two = {upper: integers.dot2(a, b, c, *signs, upper) for upper in (False, True)}
    for index, (x, y, z) in enumerate(rows):
        bytes_b = parts(y, 8, signs[1])
        exact = sum(p * q for p, q in zip(parts(x, 8, signs[0]), bytes_b, strict=True)) + z
        assert four[index] == exact & M32
        for upper, made in two.items():
            chosen = bytes_b[2:] if upper else bytes_b[:2]
            exact = sum(p * q for p, q in zip(parts(x, 16, signs[0]), chosen, strict=True)) + z
            assert made[index] == exact & M32


@pytest.mark.parametrize("is_signed", [True, False])
def test_distances_of_bytes(is_signed):
    rows, (a, b, c) = grid(3)
    made = integers.byte_distance(a, b, c, is_signed)
    assert made.tolist() == [
        sum(abs(p - q) for p, q in zip(parts(x, 8, is_signed), parts(y, 8, is_signed), strict=True))
        + z
        & M32
        for x, y, z in rows
    ]
