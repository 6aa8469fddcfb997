"""Which config a template gets."""

from __future__ import annotations

import textwrap

import numpy as np
import pytest
from autotvm_samples import matmul, old_line, result_of

from te_compat import autotvm, tvm
from te_compat.calls import OldCallError
from te_compat.script import run_script


def test_an_old_log_is_applied(tmp_path):
    slow = [["tile_i", "sp", [-1, 1]], ["tile_j", "sp", [-1, 1, 1]], ["wide", "ot", False]]
    log = tmp_path / "old.log"
    log.write_text(
        "\n".join(
            [
                "# a comment",
                old_line(2e-6, slow),
                old_line(1e-6),
                old_line(1e9, slow, error=4),
                old_line(1e-9, slow, target="cuda -keys=cuda,gpu -max_num_threads=1024"),
                '{"i": ["llvm"], "r": [[1], 0, 0, 0], "v": 0.1}',
                old_line(3e-9, slow)[:60],
            ]
        )
    )
    with autotvm.apply_history_best(str(log)) as best, tvm.target.Target("llvm") as target:
        assert best.query(target, ("test/matmul", 8, "float32"))["tile_j"].size == [-1, 2, 4]
        s, args = matmul(8, "float32")
        mod = tvm.lower(s, args)
    assert "T.vectorized(4)" in mod.script()
    np.testing.assert_allclose(*result_of(mod), rtol=1e-5)


def test_without_a_record_a_template_falls_back(caplog):
    with autotvm.apply_history_best([]), tvm.target.Target("llvm"):
        s, args = matmul(4, "float32")
    assert "Cannot find config" in caplog.text
    assert result_of(tvm.lower(s, args), 4)[0].shape == (4, 4)


def test_an_apply_that_is_refused_names_the_templates_line(tmp_path):
    script = tmp_path / "twice.py"
    script.write_text(
        textwrap.dedent(
            """
            import tvm.autotvm
            from tvm import te
            from tvm.autotvm.tuner import XGBTuner
            from tvm.autotvm.task.space import FallbackConfigEntity
            A = te.placeholder((8,), name="A")
            B = te.compute((8,), lambda i: A[i] + 1.0, name="B")
            s = te.create_schedule(B.op)
            cfg = tvm.autotvm.ConfigSpace()
            cfg.define_split("t", B.op.axis[0], num_outputs=2)
            cfg["t"].apply(s, B, B.op.axis[0])
            cfg["t"].apply(s, B, B.op.axis[0])
            """
        )
    )
    with pytest.raises(OldCallError, match="twice.py:12: split: .*split or fused already"):
        run_script(script)
