"""`schedules predict --timeline`: a file, or a line that says what is wrong."""

from __future__ import annotations

import json

from accesses import needs_compiler

pytestmark = needs_compiler
NAIVE = ("gemm/sgemm_tvm:naive", "--shape", "256,256,256")


def test_a_trace_that_says_it_is_a_prediction(cli, tmp_path):
    file = tmp_path / "deep" / "naive.json"
    status, out, err = cli("predict", *NAIVE, "--timeline", str(file), "--cycles", "200")
    assert (status, err) == (0, "")
    assert out.startswith(f"wrote {file}: 200 cycles of gemm/sgemm_tvm:naive")
    document = json.loads(file.read_text(encoding="utf-8"))
    (note,) = document["otherData"]["notes"]
    assert "Predicted, not measured" in note and "the loop over CUDA lines" in note
    assert {one["ph"] for one in document["traceEvents"]} >= {"M", "X", "C"}
