"""Primitives under the script's own names and lines."""

from __future__ import annotations

import re

from legacy_samples import EXAMPLES

from te_compat.migrate import migrated


def body_of(text: str, function: str) -> str:
    return re.search(rf"^def {function}\(.*?(?=^\S|\Z)", text, re.DOTALL | re.MULTILINE)[0]


def test_names_and_old_lines_are_the_scripts():
    text, _ = migrated(EXAMPLES / "gemm_double_buffer.py", ["128", "128", "32"])
    schedule = body_of(text, "schedule")
    assert (
        "    # tyz, yi = s[C].split(yi, nparts=2)\n"
        "    tyz, yi = sch.split(yi, factors=[2, None])\n"
        "    # ty, yi = s[C].split(yi, nparts=Block_Size_Y)\n"
        "    ty, yi = sch.split(yi, factors=[16, None])\n"
    ) in schedule
    assert "    *_, xc, yc, k = sch.get_loops(c_local)\n" in schedule
    assert '    # CC = s.cache_write(C, "local")\n    k = te.reduce_axis' in text
    assert "lambda ii, jj: C_local[ii, jj]" in text


def test_a_statement_over_several_lines_is_quoted_whole(tmp_path):
    script = tmp_path / "old.py"
    script.write_text(
        "import tvm\nfrom tvm import te\n"
        'A = te.placeholder((8, 8), name="A")\n'
        'B = te.compute((8, 8), lambda i, j: A[i, j] + 1.0, name="B")\n'
        "s = te.create_schedule(B.op)\n"
        "outer, inner = s[B].split(\n    B.op.axis[0],\n    factor=4,\n)\n"
        "print(tvm.lower(s, [A, B]))\n"
    )
    text, _ = migrated(script)
    assert (
        "    # outer, inner = s[B].split(\n    #     B.op.axis[0],\n    #     factor=4,\n    # )\n"
        "    outer, inner = sch.split(i, factors=[None, 4])\n"
    ) in text
