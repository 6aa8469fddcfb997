"""Benchmark loops of scripts end after some seconds, and huge kernels run some of their blocks."""

from __future__ import annotations

import numpy as np
import pytest
from legacy_samples import ran

from te_compat import cpu_kernels, te, testing, tvm
from te_compat.session import new_session

# Four blocks of 8 rows, whose elements are the row.
KERNEL = """
    import numpy as np, tvm, tvm.testing
    from tvm import te

    A = te.placeholder((32, 16), name="A")
    B = te.compute((32, 16), lambda i, j: A[i, j] + 1, name="B")
    s = te.create_schedule(B.op)
    i, t = s[B].split(B.op.axis[0], factor=8)
    s[B].bind(i, te.thread_axis("blockIdx.x"))
    s[B].bind(t, te.thread_axis("threadIdx.x"))
    f = tvm.build(s, [A, B], "cuda")
    b = tvm.nd.empty((32, 16), "float32", tvm.cuda())
    f(tvm.nd.array(np.zeros((32, 16), "float32"), tvm.cuda()), b)
"""


@pytest.mark.parametrize("check", ["assert b.numpy().all()", "np.testing.assert_equal(b, 1)"])
def test_a_check_that_needs_every_block_ends_the_script(tmp_path, monkeypatch, capsys, check):
    monkeypatch.setattr(cpu_kernels, "MOST", 300)
    ran(tmp_path, f"{KERNEL}    {check}\n    print('after it')")
    out, err = capsys.readouterr()
    assert out == ""
    assert "script.py:14: its check needs every block" in err


def test_a_time_evaluator_ends_after_some_seconds(monkeypatch, capsys):
    a = te.placeholder((8,), name="A")
    b = te.compute((8,), lambda i: a[i] + 1, name="B")
    func = tvm.build(te.create_schedule(b.op), [a, b], "llvm")
    arrays = [tvm.nd.empty((8,)), tvm.nd.empty((8,))]
    with new_session():
        found = func.time_evaluator("main", tvm.cpu(0), number=2, repeat=3)(*arrays)
        assert len(found.results) == 3
        assert capsys.readouterr().err == ""
        monkeypatch.setattr(testing, "SECONDS", 1e-9)
        found = func.time_evaluator("main", tvm.cpu(0), number=10**9)(*arrays)
    assert found.mean > 0
    assert "time_evaluator: 1 of 1000000000 runs are timed" in capsys.readouterr().err


def test_timeit_ends_after_some_seconds(tmp_path, monkeypatch, capsys):
    text = """
        import timeit
        from timeit import Timer
        import tvm

        done = []
        took = timeit.timeit(lambda: done.append(1), number={number})
        assert took > 0
        assert len(done) == {done}
        assert len(timeit.repeat("1", number=1, repeat=3)) == 3
        assert Timer("x + 1", globals={{"x": 1}}).timeit(2) > 0
    """
    ran(tmp_path, text.format(number=5, done=5))
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(testing, "SECONDS", 1e-12)
    ran(tmp_path, text.format(number=10**12, done=1).replace("x + 1", "x"))
    assert "timeit: 1 of 1000000000000 runs are timed" in capsys.readouterr().err


def test_results_of_some_blocks_are_those_of_all(monkeypatch):
    """What the blocks that run compute is right, with a reduction and a tail."""
    monkeypatch.setattr(cpu_kernels, "MOST", 600)
    a = te.placeholder((50, 20), name="A")
    k = te.reduce_axis((0, 20), name="k")
    b = te.compute((50,), lambda i: te.sum(a[i, k], axis=k), name="B")
    s = te.create_schedule(b.op)
    block, thread = s[b].split(b.op.axis[0], factor=4)
    s[b].bind(block, te.thread_axis("blockIdx.x"))
    s[b].bind(thread, te.thread_axis("threadIdx.x"))
    values = np.random.default_rng(0).random((50, 20), "float32")
    found = tvm.nd.array(np.full(50, np.nan, "float32"))
    with new_session(on_cpu=True):
        tvm.build(s, [a, b], "cuda")(tvm.nd.array(values), found)
    got = found.numpy()
    made = ~np.isnan(got)
    assert 0 < made.sum() < 50 and made[48:].all()
    np.testing.assert_allclose(got[made], values.sum(1)[made], rtol=1e-6)
