"""Tensors and operations of scripts: dtypes that are text, wherever a script meets them."""

from __future__ import annotations

import pytest

from te_compat import te, tvm

HALF = {"float16"}


@pytest.fixture(scope="module")
def scheduled():
    a = te.placeholder((4, 4), "float16", name="A")
    k = te.reduce_axis((0, 4), name="k")
    b = te.compute((4,), lambda i: te.sum(a[i, k], axis=k), name="B")
    return te.create_schedule(b.op), a, b


def test_dtypes_are_text(scheduled):
    s, a, b = scheduled
    cache = s.cache_read(a, "shared", [b])
    for tensor in (
        *(a, b, cache, a[0, 1], a.op.output(0), b.op.input_tensors[0]),
        *(s[b].op.output(0), s[b].op.input_tensors[0], tvm.topi.nn.relu(b).op.input_tensors[0]),
    ):
        assert tensor.dtype in HALF, tensor


def test_operations_are_what_they_were(scheduled):
    s, a, b = scheduled
    assert isinstance(b.op, te.ComputeOp) and isinstance(a.op, te.PlaceholderOp)
    assert b.op == b.op.output(0).op and b.op in {b.op} and s[b] is s[b.op]
    assert b.op.output(0) == b and b.op.input_tensors == [a] and b.op.num_outputs == 1
    c = te.extern((4,), [b], lambda ins, outs: tvm.tir.call_packed("f", ins[0], outs[0]))
    assert isinstance(c.op, te.ExternOp) and c.op.input_tensors[0].dtype in HALF
