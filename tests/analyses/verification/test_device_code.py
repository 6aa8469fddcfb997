"""Kernels that call CUDA functions: no CPU runs their steps, the simulator runs their SASS."""

from __future__ import annotations

from textwrap import dedent

import pytest

import schedules

HEAD = """
import numpy as np
from tvm.script import tirx as T

SOURCE = '''
__device__ float scaled(const float* x, float by) {{ return by * x[{index}]; }}
'''
"""
BY_NAME = 'T.call_extern("float32", "__fmul_rn", A[i * 128 + j], T.float32({by}))'
BY_SOURCE = (
    'T.cuda.func_call("scaled", T.address_of(A[i * 128 + j]), T.float32({by}),'
    ' source_code=SOURCE, return_type="float32")'
)
BODY = """
@T.prim_func
def schedule(A: T.Buffer((256,)), B: T.Buffer((256,))):
    for i in T.thread_binding(2, thread="blockIdx.x"):
        for j in T.thread_binding(128, thread="threadIdx.x"):
            B[i * 128 + j] = {call}
"""
REFERENCE = """
def reference(a):
    return 2 * a


tolerance = 1e-6
"""


@pytest.fixture
def verified(tmp_path):
    def run(call=BY_NAME, by=2, index=0, reference=REFERENCE, **options):
        text = HEAD.format(index=index) + BODY.format(call=call.format(by=by)) + reference
        (file := tmp_path / "k.py").write_text(dedent(text))
        return schedules.explore(file).verify(**options)

    return run


@pytest.mark.parametrize("call", [BY_NAME, BY_SOURCE])
def test_cuda_functions_under_bound_loops_are_verified_by_their_sass(verified, call):
    right = verified(call)
    assert right and right.verdict == "correct"
    wrong = verified(call, by=3)
    assert not wrong and wrong.verdict == "wrong"


def test_a_fault_in_the_cuda_text_is_found(verified):
    assert "out-of-bounds" in str(verified(BY_SOURCE, index=4096))


def test_without_a_reference_no_values_are_compared(verified):
    assert verified(reference="").verdict == "no findings, values not compared"


def test_loops_that_cannot_run_are_no_verdict(verified):
    result = verified(on=["serial"])
    assert not result and not result.checks and "does not run serial" in result.not_run
