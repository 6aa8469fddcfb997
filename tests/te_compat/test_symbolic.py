"""Symbolic extents: a number for each when a kernel is made, and what a script holds stays."""

from __future__ import annotations

import pytest
from legacy_samples import EXAMPLES, ran

from schedules.core.errors import LimitError
from te_compat import te, tvm
from te_compat.calls import OldCallError
from te_compat.migrate import migrated
from te_compat.rung import load
from te_compat.symbolic import solved


def test_caches_and_factors_of_symbolic_extents_run_at_any_size(tmp_path):
    ran(
        tmp_path,
        """
        import numpy as np
        import tvm
        from tvm import te

        n, m = te.size_var("n"), te.var("m")
        A = te.placeholder((n, m), name="A")
        k = te.reduce_axis((0, m), name="k")
        B = te.compute((n,), lambda i: te.sum(A[i, k], axis=k), name="B")
        s = te.create_schedule(B.op)
        _, inner = s[B].split(k, factor=16)
        BF = s.rfactor(B, inner)
        assert tuple(BF.shape) == (16, n)
        AA = s.cache_read(A, "local", [BF])
        outer, _ = s[B].split(s[B].op.axis[0], factor=8)
        s[BF].compute_at(s[B], outer)
        s[AA].compute_at(s[BF], BF.op.axis[1])
        f = tvm.build(s, [A, B], "llvm")
        for rows, columns in ((5, 100), (64, 16), (1, 3)):
            a = np.random.rand(rows, columns).astype("float32")
            b = tvm.nd.empty((rows,))
            f(tvm.nd.array(a), b)
            np.testing.assert_allclose(b.numpy(), a.sum(axis=1), rtol=1e-5)
            assert f.time_evaluator(f.entry_name, tvm.cpu(0), number=1)(tvm.nd.array(a), b).mean
        """,
    )


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


def test_a_symbolic_extern_is_refused_with_a_way_out():
    n = te.var("n")
    a = te.placeholder((n,), name="A")
    b = te.extern((n,), [a], lambda ins, outs: tvm.tir.call_packed("f", ins[0], outs[0]), name="B")
    with pytest.raises(OldCallError, match="lower: B of te.extern has a symbolic extent.*--var"):
        tvm.lower(te.create_schedule(b.op), [a, b])


def test_factors_of_a_symbolic_reduction_migrate(tmp_path):
    script = tmp_path / "factored.py"
    script.write_text(
        "import tvm\nfrom tvm import te\n"
        'n = te.var("n")\n'
        'A = te.placeholder((8, n), name="A")\n'
        'k = te.reduce_axis((0, n), name="k")\n'
        'B = te.compute((8,), lambda i: te.sum(A[i, k], axis=k), name="B")\n'
        "s = te.create_schedule(B.op)\n"
        "_, inner = s[B].split(k, factor=16)\n"
        "s.rfactor(B, inner)\n"
        "print(tvm.lower(s, [A, B]))\n"
    )
    text, _ = migrated(script, given={})
    assert "te.reduce_axis((0, 64)" in text


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
