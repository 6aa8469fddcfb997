"""Pointers in a struct, and calls of unknown functions."""

from __future__ import annotations

import numpy as np
import pytest
from accesses import needs_compiler

from gpusim.device import run_cubin
from gpusim.findings import Unsupported
from gpusim.launch import Struct
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

pytestmark = needs_compiler
LANES = np.arange(32)
NUMBERS = LANES.astype(np.int32)
Y = np.zeros(32, np.int32)


def test_pointers_in_a_struct():
    text = """struct Arguments { int n; const int* x; int* y; };
    extern "C" __global__ void k(Arguments a) {
      int i = threadIdx.x;
      if (i < a.n) a.y[i] = a.x[i] * 2;
    }"""
    cubin = Compiler(Target.parse("sm_90")).cubin(text)
    data = np.array([(31, 0, 0, 0)], "i4,i4,i8,i8").tobytes()
    arrays = {"x": NUMBERS, "y": Y}

    def launched(members):
        arguments = {"a": Struct(data, members)}
        return run_cubin(cubin, arguments, (1, 1, 1), (32, 1, 1), memory=arrays)

    device, ran = launched({8: "x", 16: "y"})
    assert not ran.findings.wrong
    assert device.array("y").tolist() == [*(LANES[:31] * 2), 0]
    _, ran = launched({8: "x"})
    assert set(ran.findings.names()) == {"out-of-bounds"}


def test_an_unknown_function_is_named():
    text = """extern "C" __global__ void k(int* y, int n) {
      int* a = (int*)malloc(n); a[0] = n; y[0] = a[0]; free(a); }"""
    cubin = Compiler(Target.parse("sm_90")).cubin(text).replace(b"malloc", b"cmalox")
    with pytest.raises(Unsupported, match=r"CALL\.ABS\.NOINC R\d+`, a call of cmalox"):
        run_cubin(cubin, {"y": Y, "n": np.int32(64)}, (1, 1, 1), (32, 1, 1))
