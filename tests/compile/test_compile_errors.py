"""Errors of compilers, as one line."""

from __future__ import annotations

import pytest

from schedules.compile.listing import Cuda, compile_error

LOG = "warning: old\n/tmp/x1/my_kernel.cu(3): error: no such name\n\n1 error detected\n"


@pytest.mark.parametrize(
    ("log", "first"),
    [
        (LOG, "no such name, at /tmp/x1/my_kernel.cu, line 3"),
        (
            "ptxas info\nptxas /tmp/x, line 3; error   : no wgmma\0",
            "ptxas /tmp/x, line 3; error   : no wgmma",
        ),
        ("\n  out of memory \n", "out of memory"),
        ("", "the compiler does not say why"),
        ("\0\n \n", "the compiler does not say why"),
    ],
)
def test_the_first_error_of_a_log(log, first):
    assert str(compile_error(Cuda(""), log)) == f"the CUDA source does not compile: {first}"
