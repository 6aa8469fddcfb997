"""`Stage.transform_layout`: the same numbers, stored and computed in another order."""

from __future__ import annotations

import contextlib
import io
import textwrap

import numpy as np
import pytest
from migrate_samples import check_migrated

from te_compat import te, tvm
from te_compat.script import run_script

N, M = 32, 48
# What a script says of B, and the shape that B then has.
LAYOUTS = {
    "blocked, with its loops reordered": (
        """
        axes = s[B].transform_layout(lambda i, j: [i // 4, j // 8, i % 4, j % 8])
        s[B].reorder(axes[1], axes[0])
        s[B].vectorize(axes[3])
        """,
        "B = T.sblock_alloc_buffer((8, 6, 4, 8))",
    ),
    "transposed, inside its reader": (
        """
        x, y = s[B].transform_layout(lambda i, j: [j, i])
        s[B].compute_at(s[C], C.op.axis[0])
        s[B].unroll(y)
        """,
        "B = T.sblock_alloc_buffer((48, 32))",
    ),
}
HEAD = """
import tvm
from tvm import te

A = te.placeholder((32, 48), name="A")
k = te.reduce_axis((0, 5), name="k")
B = te.compute(
    (32, 48), lambda i, j: te.sum(A[i, j] * (k.var + 1).astype("float32"), axis=k), name="B"
)
C = te.compute((32, 48), lambda i, j: B[i, j] + 1.0, name="C")
s = te.create_schedule(C.op)
"""


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_tensor_inside_the_kernel(layout, tmp_path):
    """What `migrate` writes has the unscheduled numbers, and the buffer its layout."""
    said, stored = LAYOUTS[layout]
    script = tmp_path / "old.py"
    script.write_text(f"{HEAD}{textwrap.dedent(said)}\nprint(tvm.lower(s, [A, C]))\n")
    numbers, _ = check_migrated(script, [], tmp_path)
    assert numbers == 1
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        run_script(script)
    assert stored in printed.getvalue()


def test_an_argument_is_passed_as_it_is_stored():
    A = te.placeholder((N, M), name="A")
    B = te.compute((N, M), lambda i, j: A[i, j] * 2.0, name="B")
    s = te.create_schedule(B.op)
    axes = s[B].transform_layout(lambda i, j: [j, i])
    assert [int(axis.dom.extent) for axis in axes] == [M, N]
    (relation,) = s[B].relations
    assert len(relation.original_variables) == len(relation.transformed_variables) == 2
    a, b = np.arange(N * M, dtype="float32").reshape(N, M), tvm.nd.empty((M, N))
    tvm.build(s, [A, B], "llvm")(tvm.nd.array(a), b)
    np.testing.assert_array_equal(b.numpy(), 2 * a.T)
