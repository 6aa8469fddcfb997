"""Symbolic extents: a number for each when a kernel is made."""

from __future__ import annotations

from legacy_samples import EXAMPLES

from te_compat import te, tvm
from te_compat.migrate import migrated
from te_compat.rung import load
from te_compat.symbolic import solved


def test_an_extent_is_solved_from_what_it_is_part_of():
    n, m = te.var("n"), te.var("m")
    a = te.placeholder((4 * n + 1, n + m), name="A")
    assert solved([a], [tvm.nd.empty((13, 5))]) == {n: 3, m: 2}
    # No whole number of 4 n + 1.
    assert solved([a], [tvm.nd.empty((14, 5))]) == {}
    assert solved([n, te.placeholder((n * m,))], [2, tvm.nd.empty((6,))]) == {n: 2, m: 3}


def test_numbers_come_from_the_command_line():
    rung = load(str(EXAMPLES / "symbolic_shape.py"), "", (40,))
    assert rung.workload.shape == (40,)
    text, _ = migrated(EXAMPLES / "symbolic_shape.py", given={"n": 200})
    assert 'te.placeholder((400,), "float32", name="A")' in text
