"""What is not implemented is refused in one line with the instruction's text."""

from __future__ import annotations

import re

import numpy as np
import pytest

from gpusim.chips import HOPPER
from gpusim.findings import Findings, Unsupported
from gpusim.functional.interpreter import Interpreter
from gpusim.isa.cubin import KernelImage
from gpusim.isa.opcodes import opcodes
from gpusim.isa.sass import Instruction
from gpusim.launch import Call, Options, Program, Setup
from gpusim.state.memory import Global

CONTROL = (7, 1, False, None, None, 0, 0)
UNKNOWN = [
    "TEX.SCR.B.LL R0, R0, R2, 0x0",
    "S2R R0, SR_NOSUCH",
    "CS2R R0, SR_NOSUCH",
    "IADD3 R0",
    "HMMA.1684.F32 R0, R2, R4, RZ",
    "HGMMA.64x8x16.F32 R24",
    "BAR.SCAN 0x0",
    "BRA R2",
    "BSYNC",
    "CALL.FAR.NOINC R2",
    "LDS.33 R0, [R2]",
    "LD R0, [R2]",
    "UBLKCP.S.X [UR4], [UR6], UR8",
    "HMMA.SP.16816.F32.TF32 R4, R4, R6, RZ, R0, 0x0",
    "HGMMA.SP.64x8x32.F32 R24, gdesc[UR4], R24, R0, 0x0, gsb0",
    "SYNCS.EXCH",
    "MUFU.SQUARE R0, R1",
    "IADD3 R0, R1, ?3, RZ",
    "DEPBAR {5,4,3,2,1,0}",
]


def build(text: str) -> None:
    predicate, opcode, operands = re.fullmatch(r"(?:(@\S+) )?(\S+) ?(.*)", text).groups()
    instruction = Instruction(0, predicate or "", opcode, operands, *CONTROL)
    image = KernelImage("k", HOPPER, 255, 128, 0, 0, (), 0x210, 0)
    memory = Global([("a", np.zeros(4, np.float32))])
    program = Program.of("k", [instruction])
    setup = Setup(Call(image, program, (1, 1, 1), (32, 1, 1), 0, ()), ())
    Interpreter(setup, memory, [(0, 0, 0)], Findings(), Options())


@pytest.mark.parametrize("text", UNKNOWN)
def test_refused_by_name(text):
    with pytest.raises(Unsupported) as refused:
        build(text)
    message = str(refused.value)
    assert f"the simulator does not support `{text}`" in message and "(CUDA line 7)" in message
    assert "\n" not in message and "Error" not in message
    assert ("a tensor map that the kernel makes" in message) == text.startswith("DEPBAR")


def test_without_operands_every_opcode_is_built_or_refused():
    refused = 0
    for name in opcodes():
        try:
            build(name)
        except Unsupported as error:
            assert f"`{name}`" in str(error)
            refused += 1
    assert 50 < refused < len(opcodes())
