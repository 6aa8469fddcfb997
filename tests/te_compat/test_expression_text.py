"""Expressions print and read back as the same."""

from __future__ import annotations

import pytest
from migrate_samples import A, H, N, S, check_reads_back, printed
from tvm import te as today_te
from tvm import tirx

from gpusim.errors import UserError
from te_compat.graph_text import GraphText

BODIES = {
    "(i + j * 2) // 3": lambda i, j: (i + j * 2) // 3,
    "i - (j - 1)": lambda i, j: i - (j - 1),
    "(i - j) % 4 - 1": lambda i, j: (i - j) % 4 - 1,
    "A[i, j] * (A[j, i] + 1.5)": lambda i, j: A[i, j] * (A[j, i] + 1.5),
    "A[i, j] / 3.0 - S()": lambda i, j: A[i, j] / 3.0 - S(),
    'H[i, j] * tirx.const(2.0, "float16")': lambda i, j: H[i, j] * tirx.const(2.0, "float16"),
    'H[i, j].astype("float32")': lambda i, j: H[i, j].astype("float32"),
    '(H[i, j] + H[j, i]).astype("float32")': lambda i, j: (H[i, j] + H[j, i]).astype("float32"),
    "te.exp(A[i, j]) * te.sqrt(A[j, i])": lambda i, j: (
        today_te.exp(A[i, j]) * today_te.sqrt(A[j, i])
    ),
    "te.power(A[i, j], 2.0)": lambda i, j: today_te.power(A[i, j], 2.0),
    "te.abs(A[i, j])": lambda i, j: today_te.abs(A[i, j]),
    "tirx.max(A[i, j], 0.0)": lambda i, j: today_te.max(A[i, j], 0.0),
    "tirx.min(i, j - 2)": lambda i, j: tirx.min(i, j - 2),
    "N[i, j] << 2 | 1 & i": lambda i, j: N[i, j] << 2 | 1 & i,
    "~(N[i, j] ^ 7)": lambda i, j: ~(N[i, j] ^ 7),
    "tirx.truncdiv(N[i, j], 3)": lambda i, j: tirx.truncdiv(N[i, j], 3),
    "tirx.truncmod(N[i, j], 3)": lambda i, j: tirx.truncmod(N[i, j], 3),
    "te.if_then_else(te.all(i < 3, j >= 1, i == j), A[i, j], 0.0)": (
        lambda i, j: today_te.if_then_else(today_te.all(i < 3, j >= 1, i == j), A[i, j], 0.0)
    ),
    "tirx.Select(te.any(i < 3, tirx.Not(j < 1)), A[i, j], -1.0)": (
        lambda i, j: tirx.Select(
            today_te.any(i < 3, tirx.Not(j < 1)), A(i, j), tirx.const(-1.0, "float32")
        )
    ),
    'tirx.call_pure_extern("float32", "fast", A[i, j], i)': (
        lambda i, j: tirx.call_pure_extern("float32", "fast", A(i, j), i)
    ),
    'tirx.reinterpret("int32", A[i, j])': lambda i, j: tirx.reinterpret("int32", A(i, j)),
    'tirx.Cast("float32", i) * te.min_value("float32")': (
        lambda i, j: tirx.Cast("float32", i) * today_te.min_value("float32")
    ),
}


@pytest.mark.parametrize("wanted", BODIES)
def test_an_expression_prints_and_reads_back(wanted):
    text, made = printed(BODIES[wanted])
    wanted = wanted.replace('tirx.Cast("float32", i)', 'i.astype("float32")')
    assert wanted in text
    check_reads_back(text, made)


def test_what_has_no_text_is_refused_with_its_stage():
    with pytest.raises(UserError, match=r"cannot print Let in R"):
        printed(lambda i, j: tirx.Let(var := tirx.Var("v", "int32"), i, var + j))
    with pytest.raises(UserError, match=r"cannot print R, which reads n"):
        printed(lambda i, j: i + tirx.Var("n", "int32"))
    extern = today_te.extern(
        (8, 8), [A], lambda ins, outs: tirx.call_extern("int32", "f"), name="E", dtype="float32"
    )
    with pytest.raises(UserError, match=r"cannot print E, which is not a te.compute"):
        GraphText([A, extern], {}, {}).lines()
