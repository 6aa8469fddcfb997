"""A kernel whose instructions are chosen one by one: placeholders of a compiled kernel,
overwritten.

The kernel reads the clock, runs a loop, and reads the clock again. Its loop body is a row of
placeholder FMAs; `filled` overwrites them with the instruction words to be measured, including
registers and control codes. Placeholders are found by their immediate operands, and the result is
read back with nvdisasm. The loop's own instructions come before the body; their time cancels in the
difference of two body lengths.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from elftools.elf.elffile import ELFFile

from gpusim.errors import UserError
from gpusim.isa.cubin import read_cubin
from gpusim.isa.sass import Instruction, disassemble
from schedules.compile.compiler import Compiler
from schedules.compile.nvrtc import Nvrtc
from schedules.core.target import CUDA, Target

from . import kernel_text
from .words import Word, word

KERNEL = "measured"
# First register that the setup fills; the skeleton's own registers are below it.
FIRST = 24
ADDRESS, EXTRA = 24, 26
# Uniform registers with the descriptor of global memory.
DESCRIPTOR = 32
REGISTERS = 60
SETUP, LEAD, TAIL = 24, 8, 6
# Immediates that identify the placeholders.
_PLACES = {"setup": "1.5", "body": "2.5", "tail": "3.5", "end": "4.5"}
# nvcc would spend most of its time on CUDA's headers.
COMPILER = Compiler(Target(CUDA, "sm_90"), Nvrtc())
# Values that are live at once in code that never runs: they set the registers per thread.
_HELD = 54

_SOURCE = kernel_text("skeleton")


@lru_cache(maxsize=32)
def skeleton(places: int) -> bytes:
    """The kernel's cubin with the given number of placeholders in its loop."""
    body = "BODY " * places
    text = _SOURCE.replace("<body>", body).replace("<tail>", "TAIL " * TAIL)
    text = text.replace("<lead>", "LEAD " * LEAD).replace("<held>", str(_HELD))
    text = text.replace("<setup>", "SETUP(low) " * (SETUP - 3))
    return COMPILER.compile(text).cubin


@dataclass(frozen=True)
class Measured:
    """The measured instructions: the loop body, and those before and after the loop.

    `result` is the register whose value every thread stores at the end.
    """

    body: tuple[Word, ...]
    setup: tuple[Word, ...] = ()
    tail: tuple[Word, ...] = ()
    result: int = ADDRESS

    @property
    def words(self) -> tuple[Word, ...]:
        return *self.setup, *self.body, *self.tail


def places_of(code: Sequence[Instruction]) -> dict[str, list[Instruction]]:
    """The placeholders of a skeleton, by purpose; raises UserError if some are missing."""
    placeholders = {
        name: [
            instruction
            for instruction in code
            if instruction.opcode.startswith("FFMA") and instruction.operands.endswith(f", {value}")
        ]
        for name, value in _PLACES.items()
    }
    clocks = [instruction.address for instruction in code if instruction.opcode.startswith("CS2R")]
    in_row = all(
        after.address == before.address + 16
        for name in ("body", "tail")
        for before, after in zip(placeholders[name], placeholders[name][1:], strict=False)
    )
    order = [
        placeholders["setup"][-1].address < clocks[0] < placeholders["body"][0].address,
        placeholders["body"][-1].address < placeholders["tail"][0].address,
        placeholders["tail"][-1].address < clocks[1] < placeholders["end"][0].address,
    ]
    if len(clocks) != 2 or not in_row or not all(order):
        raise UserError("the compiler puts the skeleton's places elsewhere")
    return placeholders


def filled(sequences: Mapping[str, Measured]) -> dict[str, bytes]:
    """A cubin for each; raises UserError if a word does not read back as intended."""
    check({instruction for measured in sequences.values() for instruction in measured.words})
    return {label: _filled(measured) for label, measured in sequences.items()}


def _filled(measured: Measured) -> bytes:
    cubin = bytearray(skeleton(len(measured.body)))
    code, placeholders, text = _parts(len(measured.body))
    low, high, extra = (_loaded(code, offset) for offset in ("", "+0x4", "+0x8"))
    given = [
        word("MOV", ADDRESS, low, wait=0x3F, stall=6),
        word("MOV", ADDRESS + 1, high, stall=6),
        word("MOV", EXTRA, extra, stall=6),
        word("ULDC.64", DESCRIPTOR, stall=11),
        *measured.setup,
    ]
    kept = _register(placeholders["end"][0].operands.split(", ")[0])
    words = {
        "setup": given,
        "body": measured.body,
        "tail": (*measured.tail, word("NOP", wait=0x3F, stall=8)),
        "end": (word("MOV", kept, measured.result, stall=6),),
    }
    for name, instructions in words.items():
        places = placeholders[name]
        if len(instructions) > len(places):
            raise UserError(f"{len(instructions)} instructions for {len(places)} places ({name})")
        rest = [word("NOP", stall=8)] * (len(places) - len(instructions))
        for place, instruction in zip(places, (*instructions, *rest), strict=True):
            offset = text + place.address
            cubin[offset : offset + 16] = instruction.data
    return bytes(cubin)


@lru_cache(maxsize=32)
def _parts(places: int) -> tuple[list[Instruction], dict[str, list[Instruction]], int]:
    """A skeleton's instructions, its placeholders, and the file offset of its code."""
    cubin = skeleton(places)
    code = disassemble(cubin)[KERNEL]
    placeholders = places_of(code)
    if len(placeholders["body"]) != places:
        raise UserError("the compiler made another number of places than was asked for")
    first = placeholders["setup"][0].address
    used = max(_numbers([instruction for instruction in code if instruction.address >= first]))
    if used >= FIRST:
        raise UserError(f"the skeleton itself uses register R{used}")
    if read_cubin(cubin).kernel(KERNEL).registers < REGISTERS:
        raise UserError("the skeleton has fewer registers than it is to have")
    text = ELFFile(io.BytesIO(cubin)).get_section_by_name(f".text.{KERNEL}")
    return code, placeholders, text["sh_offset"]


_READ_BACK: set[Word] = set()
_CHECKED_AT_ONCE = 192


def check(words: Iterable[Word]) -> None:
    """Raises UserError where nvdisasm reads another opcode or control code than intended."""
    left = sorted(set(words) - _READ_BACK, key=lambda word: (word.opcode, word.bits))
    for start in range(0, len(left), _CHECKED_AT_ONCE):
        some = left[start : start + _CHECKED_AT_ONCE]
        rest = [word("NOP")] * (_CHECKED_AT_ONCE - len(some))
        code = disassemble(_filled(Measured((*some, *rest))))[KERNEL]
        _, placeholders, _ = _parts(_CHECKED_AT_ONCE)
        read = {instruction.address: instruction for instruction in code}
        for place, meant in zip(placeholders["body"], some, strict=False):
            there = read[place.address]
            control = there.stall | there.wait_mask << 11
            if there.opcode != meant.opcode or control != meant.bits >> 105 & 0x1F80F:
                raise UserError(f"{meant.opcode} reads back as {there.control} {there.text}")
            if any(number >= REGISTERS for number in _numbers([there])):
                raise UserError(f"{there.text} goes beyond {REGISTERS} registers")
        _READ_BACK.update(some)


def loop_of(cubin: bytes) -> list[Instruction]:
    """The instructions between the two readings of the clock."""
    code = disassemble(cubin)[KERNEL]
    clocks = [
        index for index, instruction in enumerate(code) if instruction.opcode.startswith("CS2R")
    ]
    return code[clocks[0] + 1 : clocks[-1]]


def _loaded(code: Sequence[Instruction], offset: str) -> int:
    """The register that the word of a thread at this offset is loaded into."""
    (load,) = (
        instruction
        for instruction in code
        if instruction.opcode.startswith("LDG.E")
        and re.search(r"\.64(\+0x\w+)?\]$", instruction.operands)
        and instruction.operands.endswith(f".64{offset}]")
        and "STRONG" not in instruction.opcode
    )
    return _register(load.operands.split(", ")[0])


def _register(text: str) -> int:
    return int(text.removeprefix("R").removesuffix(".reuse"))


def _numbers(code: Sequence[Instruction]) -> list[int]:
    return [
        int(number)
        for instruction in code
        for number in re.findall(r"\bR(\d+)", instruction.operands)
    ]
