"""What a tuner calls after each candidate."""

from __future__ import annotations

from autotvm_samples import LOCAL, task

from te_compat import autotvm


def test_a_progress_bar_ends_its_line(fake, capsys):
    bar = autotvm.callback.progress_bar(5, prefix="matmul")
    autotvm.tuner.GridSearchTuner(task()).tune(5, LOCAL, callbacks=[bar])
    out = capsys.readouterr().out
    assert "matmul Current/Best:" in out and "(5/5)" in out and out.endswith(" Done.\n")
