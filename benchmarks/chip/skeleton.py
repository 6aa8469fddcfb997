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

from .words import Word, word

KERNEL = "measured"
# What the registers of the skeleton hold once the setup is over; its own are below them.
FIRST = 24
ADDRESS, EXTRA = 24, 26
# Uniform registers with the descriptor of global memory.
DESCRIPTOR = 32
REGISTERS = 60
SETUP, LEAD, TAIL = 24, 8, 6
# Immediates by which places are known.
_PLACES = {"setup": "1.5", "body": "2.5", "tail": "3.5", "end": "4.5"}
# Most of the time of so short a text goes to CUDA's headers.
COMPILER = Compiler(Target(CUDA, "sm_90"), Nvrtc())
# Values that are in registers at once, in a part that never runs: so many a thread is given.
_HELD = 54

_SOURCE = """
#define PLACE(imm, with) asm volatile("fma.rn.f32 %0, %0, %1, 0f" imm ";" : "+f"(x) : "f"(with));
#define SETUP(with) PLACE("3FC00000", with)
#define BODY PLACE("40200000", low)
#define LEAD PLACE("40B00000", low)
#define TAIL PLACE("40600000", low)
#define END PLACE("40900000", low)
extern "C" __global__ void __launch_bounds__(1024)
measured(unsigned* out, const float* in, int iterations, int holding) {
  const unsigned thread = threadIdx.x;
  if (holding) {
    volatile unsigned* there = out;
    unsigned held[<held>];
#pragma unroll
    for (int i = 0; i < <held>; i++) held[i] = there[i];
#pragma unroll
    for (int i = 0; i < <held>; i++) there[i] = held[i];
  }
  float x = in[4 * thread + 3];
  const float low = in[4 * thread], high = in[4 * thread + 1], extra = in[4 * thread + 2];
  SETUP(low) SETUP(high) SETUP(extra)
  <setup>
  __syncthreads();
  unsigned start, end;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(start) :: "memory");
#pragma unroll 1
  for (int i = 0; i < iterations; i++) {
    <lead>
    <body>
  }
  <tail>
  asm volatile("mov.u32 %0, %%clock;" : "=r"(end) :: "memory");
  END
  out += 4 * (blockIdx.x * blockDim.x + thread);
  out[0] = start;
  out[1] = end;
  out[2] = __float_as_uint(x);
}
"""


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
    found = {
        name: [
            one
            for one in code
            if one.opcode.startswith("FFMA") and one.operands.endswith(f", {value}")
        ]
        for name, value in _PLACES.items()
    }
    clocks = [one.address for one in code if one.opcode.startswith("CS2R")]
    in_row = all(
        after.address == before.address + 16
        for name in ("body", "tail")
        for before, after in zip(found[name], found[name][1:], strict=False)
    )
    order = [
        found["setup"][-1].address < clocks[0] < found["body"][0].address,
        found["body"][-1].address < found["tail"][0].address,
        found["tail"][-1].address < clocks[1] < found["end"][0].address,
    ]
    if len(clocks) != 2 or not in_row or not all(order):
        raise UserError("the compiler puts the skeleton's places elsewhere")
    return found


def filled(sequences: Mapping[str, Measured]) -> dict[str, bytes]:
    """A cubin for each; raises UserError where a word does not read back as meant."""
    check({one for measured in sequences.values() for one in measured.words})
    return {label: _filled(measured) for label, measured in sequences.items()}


def _filled(measured: Measured) -> bytes:
    cubin = bytearray(skeleton(len(measured.body)))
    code, found, text = _parts(len(measured.body))
    low, high, extra = (_loaded(code, offset) for offset in ("", "+0x4", "+0x8"))
    given = [
        word("MOV", ADDRESS, low, wait=0x3F, stall=6),
        word("MOV", ADDRESS + 1, high, stall=6),
        word("MOV", EXTRA, extra, stall=6),
        word("ULDC.64", DESCRIPTOR, stall=11),
        *measured.setup,
    ]
    kept = _register(found["end"][0].operands.split(", ")[0])
    words = {
        "setup": given,
        "body": measured.body,
        "tail": (*measured.tail, word("NOP", wait=0x3F, stall=8)),
        "end": (word("MOV", kept, measured.result, stall=6),),
    }
    for name, instructions in words.items():
        places = found[name]
        if len(instructions) > len(places):
            raise UserError(f"{len(instructions)} instructions for {len(places)} places ({name})")
        rest = [word("NOP", stall=8)] * (len(places) - len(instructions))
        for place, one in zip(places, (*instructions, *rest), strict=True):
            at = text + place.address
            cubin[at : at + 16] = one.data
    return bytes(cubin)


@lru_cache(maxsize=32)
def _parts(places: int) -> tuple[list[Instruction], dict[str, list[Instruction]], int]:
    """A skeleton's instructions, its places, and where its code begins in the file."""
    cubin = skeleton(places)
    code = disassemble(cubin)[KERNEL]
    found = places_of(code)
    if len(found["body"]) != places:
        raise UserError("the compiler made another number of places than was asked for")
    first = found["setup"][0].address
    used = max(_numbers([one for one in code if one.address >= first]))
    if used >= FIRST:
        raise UserError(f"the skeleton itself uses register R{used}")
    if read_cubin(cubin).kernel(KERNEL).registers < REGISTERS:
        raise UserError("the skeleton has fewer registers than it is to have")
    text = ELFFile(io.BytesIO(cubin)).get_section_by_name(f".text.{KERNEL}")
    return code, found, text["sh_offset"]


_READ_BACK: set[Word] = set()
_CHECKED_AT_ONCE = 192


def check(words: Iterable[Word]) -> None:
    """Raises UserError where nvdisasm reads another opcode or control code than was meant."""
    left = sorted(set(words) - _READ_BACK, key=lambda one: (one.opcode, one.bits))
    for at in range(0, len(left), _CHECKED_AT_ONCE):
        some = left[at : at + _CHECKED_AT_ONCE]
        rest = [word("NOP")] * (_CHECKED_AT_ONCE - len(some))
        code = disassemble(_filled(Measured((*some, *rest))))[KERNEL]
        _, found, _ = _parts(_CHECKED_AT_ONCE)
        read = {one.address: one for one in code}
        for place, one in zip(found["body"], some, strict=False):
            there = read[place.address]
            control = there.stall | there.wait_mask << 11
            if there.opcode != one.opcode or control != one.bits >> 105 & 0x1F80F:
                raise UserError(f"{one.opcode} reads back as {there.control} {there.text}")
            if any(number >= REGISTERS for number in _numbers([there])):
                raise UserError(f"{there.text} goes beyond {REGISTERS} registers")
        _READ_BACK.update(some)


def loop_of(cubin: bytes) -> list[Instruction]:
    """The instructions between the two readings of the clock."""
    code = disassemble(cubin)[KERNEL]
    clocks = [at for at, one in enumerate(code) if one.opcode.startswith("CS2R")]
    return code[clocks[0] + 1 : clocks[-1]]


def _loaded(code: Sequence[Instruction], offset: str) -> int:
    """The register that the word of a thread at this offset is loaded into."""
    (load,) = (
        one
        for one in code
        if one.opcode.startswith("LDG.E")
        and re.search(r"\.64(\+0x\w+)?\]$", one.operands)
        and one.operands.endswith(f".64{offset}]")
        and "STRONG" not in one.opcode
    )
    return _register(load.operands.split(", ")[0])


def _register(text: str) -> int:
    return int(text.removeprefix("R").removesuffix(".reuse"))


def _numbers(code: Sequence[Instruction]) -> list[int]:
    return [int(number) for one in code for number in re.findall(r"\bR(\d+)", one.operands)]
