"""Instruction mix: a kernel's instructions by class, and its busiest loop.

Counts are static: a loop's body counts once, regardless of its iterations.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from gpusim.isa.opcodes import opcode
from gpusim.isa.program import Program
from gpusim.isa.sass import Instruction

from ..compile.listing import without_padding

_WIDTH = re.compile(r"\.(64|128|256)\b")
# Matrices of 8 x 8 that one LDSM or STSM moves.
_MATRICES = re.compile(r"\.[24]$")
INTEGER = "integer"


def instruction_class(instruction: Instruction) -> str:
    """The class in which an instruction is counted.

    Memory instructions by width ('LDS.128', 'LDG.E.128', 'LDSM.4' for four matrices), arithmetic,
    synchronisation and atomics by name ('FFMA', 'HMMA', 'BAR', 'SHFL'), the rest by kind: 'integer'
    (addresses and conditions), 'move', 'conversion', 'control'.
    """
    base, mix = instruction.base, opcode(instruction.base).mix
    if mix == "memory":
        width = (_MATRICES if base in ("LDSM", "STSM") else _WIDTH).search(instruction.opcode)
        extended = ".E" if ".E" in instruction.opcode else ""
        return f"{base}{extended}{width[0] if width else ''}"
    if _sets_constant(instruction):
        return "move"
    if _widens_half(instruction):
        return "conversion"
    if instruction.opcode.startswith("IMAD.MOV"):
        return "move"
    return base if mix in ("arithmetic", "named") else mix


def _sets_constant(instruction: Instruction) -> bool:
    """Whether HFMA2 of zeros loads a constant, which the compiler does while the integer pipe is
    busy."""
    return (
        instruction.base == "HFMA2" and re.match(r"\w+, -RZ, RZ,", instruction.operands) is not None
    )


def _widens_half(instruction: Instruction) -> bool:
    """Whether HADD2.F32 adds zero to half a register, which converts float16 to float32."""
    return instruction.opcode == "HADD2.F32" and ", -RZ, " in instruction.operands


def executable(code: Iterable[Instruction]) -> list[Instruction]:
    """The instructions without those that never run: padding, and loads under a false predicate."""
    return [each for each in without_padding(list(code)) if each.predicate != "@!PT"]


def instruction_mix(code: Iterable[Instruction]) -> dict[str, int]:
    """Class -> number of instructions, most frequent first."""
    return dict(Counter(map(instruction_class, code)).most_common())


def busiest_loop(code: Sequence[Instruction]) -> Sequence[Instruction]:
    """The innermost loop with the most arithmetic; () if there is no loop.

    Loops that spin on a barrier, as TMA loads require, have no arithmetic.
    """
    bodies = [code[head : tail + 1] for head, tail in Program.of("", code).natural_loops]
    bodies = [body for body in bodies if arithmetic(body)] or bodies
    inner = [
        body
        for number, body in enumerate(bodies)
        if not any(
            body[0].address <= other[0].address and other[-1].address <= body[-1].address
            for other in bodies[:number]
        )
    ]
    return max(inner, key=arithmetic, default=())


def arithmetic(code: Iterable[Instruction]) -> int:
    """Number of arithmetic instructions, without moves and conversions that use arithmetic
    opcodes."""
    classes = map(instruction_class, code)
    return sum(opcode(name).mix == "arithmetic" for name in classes)
