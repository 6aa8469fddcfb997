"""Symbolic extents: a number for each when a kernel is made."""

from __future__ import annotations

import pytest
from legacy_samples import EXAMPLES, ran

from schedules.core.errors import LimitError
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


def test_limits_are_those_of_the_extents_of_a_call(tmp_path):
    text = """
        import numpy as np
        import tvm
        from tvm import te

        n = te.var("n")
        A = te.placeholder((n, 64), name="A")
        B = te.compute((n, 64), lambda i, j: A[i, j] + A[0, j], name="B")
        s = te.create_schedule(B.op)
        block = s[B].fuse()
        AA = s.cache_read(A, "shared", [B])
        s[AA].compute_at(s[B], block)
        s[B].bind(block, te.thread_axis("blockIdx.x"))
        f = tvm.build(s, [A, B], "cuda")
        a, b = np.ones((ROWS, 64), "float32"), tvm.nd.empty((ROWS, 64))
        f(tvm.nd.array(a), b)
        assert (b.numpy() == 2).all()
        f.imported_modules[0].get_source()
        """
    with pytest.raises(LimitError, match="shared memory"):
        ran(tmp_path, text.replace("ROWS", "8"))
    ran(tmp_path, text.replace("ROWS", "8").replace("f.imported", "# f.imported"))
