"""Computations of migrated scripts: what is printed reads back as the same."""

from __future__ import annotations

import runpy

import pytest
import tvm_ffi
from migrate_samples import A, H, N, S, as_lowering, check_reads_back, printed
from tvm import te as today_te
from tvm import tirx

from gpusim.errors import UserError
from te_compat.graph_text import GraphText
from te_compat.migrate import written
from te_compat.modules import te
from te_compat.schedule_text import AxisNames
from te_compat.session import replay

BODIES = [
    lambda i, j: (i + j * 2) // 3 - (i - (j - 1)) - (i - j) % 4,
    lambda i, j: A[i, j] * (A[j, i] + 1.5) / 3.0 - S(),
    lambda i, j: (H[i, j] * tirx.const(2.0, "float16") + H[j, i]).astype("float32"),
    lambda i, j: today_te.exp(A[i, j]) * today_te.sqrt(A[j, i]) - today_te.abs(A[i, j]),
    lambda i, j: today_te.power(A[i, j], 2.0) + today_te.max(A[i, j], 0.0),
    lambda i, j: tirx.min(i, j - 2),
    lambda i, j: N[i, j] << 2 | 1 & i,
    lambda i, j: ~(N[i, j] ^ 7) + tirx.truncdiv(N[i, j], 3) * tirx.truncmod(N[i, j], 3),
    lambda i, j: today_te.if_then_else(today_te.all(i < 3, j >= 1, i == j), A[i, j], 0.0),
    lambda i, j: tirx.Select(
        today_te.any(i < 3, tirx.Not(j < 1)), A(i, j), tirx.const(-1.0, "float32")
    ),
    lambda i, j: tirx.call_pure_extern("float32", "fast", A(i, j), i),
    lambda i, j: tirx.reinterpret("int32", A(i, j)),
    lambda i, j: tirx.Cast("float32", i) * today_te.min_value("float32"),
    # Longer than a line.
    lambda i, j: (
        (A[i, j] + A[j, i] * A[i, i] - A[j, j] / A[i, j]).astype("int32")
        - (A[j, i] * 3.0 - A[i, 0]).astype("int32")
        + N[i, j]
    ),
]


@pytest.mark.parametrize("body", BODIES)
def test_an_expression_prints_and_reads_back(body):
    text, made = printed(body)
    assert all(len(line) <= 96 for line in text.splitlines())
    check_reads_back(text, made)


def test_what_has_no_text_is_refused_with_its_stage():
    with pytest.raises(UserError, match="Let in R"):
        printed(lambda i, j: tirx.Let(var := tirx.Var("v", "int32"), i, var + j))
    with pytest.raises(UserError, match="R, which reads n"):
        printed(lambda i, j: i + tirx.Var("n", "int32"))
    extern = today_te.extern(
        (8, 8), [A], lambda ins, outs: tirx.call_extern("int32", "f"), name="E", dtype="float32"
    )
    with pytest.raises(UserError, match="cannot print E"):
        GraphText([A, extern], {}, {}).lines()


@pytest.mark.parametrize("inlined", [False, True])
def test_an_argument_inside_another_stage_and_two_outputs_are_written(inlined, tmp_path):
    a = te.placeholder((30, 4), name="te")
    x, y = te.compute((30, 4), lambda i, j: (a[i, j] + 2.0, a[i, j] * 3.0))
    c = te.compute((30, 4), lambda lambda_, j: x[lambda_, j] - y[lambda_, j], name="schedule")
    s = te.create_schedule(c.op)
    if inlined:
        s[x].compute_inline()
    else:
        s[x].compute_at(s[c], c.op.axis[0])
        s[x].unroll(s[y].op.axis[1])
    args = [a, y, c, x]
    found = replay(s, args)
    text = written([as_lowering(s, args, found)], AxisNames(), "x")
    file = tmp_path / "new.py"
    file.write_text(text)
    names = runpy.run_path(str(file), run_name="migrated")
    assert tvm_ffi.structural_equal(names["schedule"]().mod, found.mod)
    assert inlined or "sch.merge(" in text
