"""PTX to a cubin, by the wheel or by a toolkit's ptxas."""

from __future__ import annotations

import pytest

from gpusim.errors import NoTool, UserError
from gpusim.isa.sass import disassemble
from schedules.compile import assembler
from schedules.compile.assembler import Assembler
from schedules.compile.nvrtc import Nvrtc

TEXT = 'extern "C" __global__ void k(float* a) { a[threadIdx.x] = 1; }'


@pytest.fixture(params=["wheel", "toolkit"])
def there(request, monkeypatch):
    """An assembler that is here; the other one is not looked for."""
    wheel = request.param == "wheel"
    if wheel and not assembler._has_wheel():
        pytest.skip("nvidia-nvjitlink is not installed")
    monkeypatch.setattr(assembler, "_has_wheel", lambda: wheel)
    try:
        return Assembler(), Assembler().identity("", "sm_90")
    except UserError as error:
        pytest.skip(str(error))


def test_ptx_becomes_machine_code_with_a_report(there):
    ptx = Nvrtc().compile(TEXT, "sm_90").ptx
    made = there[0].compile(ptx, "sm_90")
    assert "STG.E" in [one.opcode for one in disassemble(made.cubin)["k"]]
    assert "Compiling entry function 'k'" in made.log
    with pytest.raises(UserError, match=r"Unknown modifier '.globl', at line \d+ of the PTX"):
        there[0].compile(ptx.replace("st.global", "st.globl"), "sm_90")


def test_without_an_assembler_the_extra_is_named(monkeypatch):
    def missing(_name):
        raise NoTool("ptxas is not here")

    def no_wheel(wheel):
        raise UserError(f"PTX and SASS need the wheel {wheel}: install the extra 'inspect'")

    monkeypatch.setattr(assembler, "_has_wheel", lambda: False)
    monkeypatch.setattr(assembler, "find_tool", missing)
    monkeypatch.setattr(assembler, "version", no_wheel)
    with pytest.raises(UserError, match="need the wheel nvidia-nvjitlink: install the extra"):
        Assembler().identity("", "sm_90")
