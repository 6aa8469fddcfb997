"""`schedules predict --timeline`: a file, or a line that says what is wrong."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from accesses import needs_compiler

pytestmark = needs_compiler
NAIVE = ("gemm/sgemm_tvm:naive", "--shape", "256,256,256")


def test_a_picture_that_says_it_is_a_prediction(cli, tmp_path):
    file = tmp_path / "deep" / "naive.svg"
    status, out, err = cli("predict", *NAIVE, "--timeline", str(file), "--cycles", "200")
    assert (status, err) == (0, "")
    assert out.startswith(f"wrote {file}: 200 cycles of gemm/sgemm_tvm:naive")
    text = file.read_text(encoding="utf-8")
    assert ElementTree.fromstring(text).tag.endswith("svg")
    assert "Predicted, not measured" in text and "the loop over CUDA lines" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((*NAIVE, "--cycles", "200"), "--cycles is for --timeline FILE.svg"),
        ((*NAIVE, "--timeline", "naive.png"), "naive.png is to end in .svg"),
        (("gemv/hgemv", "--timeline", "x.svg"), "draws one kernel; gemv/hgemv has"),
        ((*NAIVE, "--timeline", "/proc/x/naive.svg"), "cannot write /proc/x/naive.svg"),
        ((*NAIVE, "--timeline", "x.svg", "--cycles", "3"), "3 is not in the range"),
        ((*NAIVE, "--timeline", "x.svg", "--json"), "--timeline draws a picture, --json"),
    ],
)
def test_what_is_refused_in_a_line(cli, arguments, message):
    status, out, err = cli("predict", *arguments)
    assert status and not out
    assert message in err and len(err.splitlines()) == 1
