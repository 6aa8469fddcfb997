"""PTX to a cubin by nvJitLink."""

from __future__ import annotations

import pytest
from accesses import needs_compiler

from gpusim.errors import UserError
from gpusim.isa.sass import disassemble
from schedules.compile import nvrtc
from schedules.compile.nvrtc import Assembler, Nvrtc

TEXT = 'extern "C" __global__ void k(float* a) { a[threadIdx.x] = 1; }'


@needs_compiler
def test_ptx_becomes_machine_code_with_a_report():
    ptx = Nvrtc().compile(TEXT, "sm_90").ptx
    made = Assembler().compile(ptx, "sm_90")
    assert "STG.E" in [one.opcode for one in disassemble(made.cubin)["k"]]
    assert "Compiling entry function 'k'" in made.log
    with pytest.raises(UserError, match=r"Unknown modifier '.globl', at line \d+ of the PTX"):
        Assembler().compile(ptx.replace("st.global", "st.globl"), "sm_90")


def test_without_an_assembler_the_extra_is_named(monkeypatch):
    def no_wheel(wheel):
        raise UserError(f"PTX and SASS need the wheel {wheel}: install the extra 'inspect'")

    monkeypatch.setattr(nvrtc, "version", no_wheel)
    with pytest.raises(UserError, match="need the wheel cuda-bindings: install the extra"):
        Assembler().identity("", "sm_90")
