"""What the decoder says that an instruction reads and writes, compared with what it does.

Each form of an instruction in files/instruction_forms.txt (those of all rungs, of files/generic.cu
and of atomics) runs alone. What it is not said to read is then changed, and nothing else may
change; what it is not said to write may not change; and what it is said to read or write matters.
"""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import pytest
from conftest import FILES
from exhaustive import every

from gpusim.chips import HOPPER
from gpusim.findings import Findings, Unsupported
from gpusim.functional.interpreter import Interpreter
from gpusim.isa import opcodes as table
from gpusim.isa.cubin import KernelImage
from gpusim.isa.decoder import Code, Register
from gpusim.isa.sass import Instruction
from gpusim.launch import Call, Options, Program, Setup, TensorMap
from gpusim.state.memory import SHARED_BASE, STACK_TOP, Global

FORMS = (FILES / "instruction_forms.txt").read_text().splitlines()
THREADS, SHARED, PARAMETERS = 128, 1 << 17, 0x210
SPECIAL = 0x7F800000, 0x7FF00000, 0xFFFFFFFF
# The least and the most.
TRIALS = 4, 40
Rows = dict[str, np.ndarray]
LABEL, LAST_ADDRESS = ".L", 32


@cache
def program(text: str) -> Program:
    predicate, opcode, operands = re.fullmatch(r"(?:(@\S+) )?(\S+) ?(.*)", text).groups()
    control = (None, 1, False, None, None, 0, 0)
    first = Instruction(0, predicate or "", opcode, operands, *control)
    # A trap leaves everything as it is.
    last = Instruction(LAST_ADDRESS, "", "BPT.TRAP", "", *control, LABEL)
    # Nothing comes here, but the descriptors of memory are written.
    descriptors = [
        Instruction(LAST_ADDRESS + 16 * place, "", "ULDC.64", f"{one}, c[0x0][0x208]", *control)
        for place, one in enumerate(re.findall(r"(?<!g)desc\[(UR\d+)\]", text), 1)
    ]
    return Program.of("k", [first, Instruction(16, "", "NOP", "", *control), last, *descriptors])


@cache
def contents(trial: int) -> tuple[np.ndarray, np.ndarray]:
    """What global and shared memory hold."""
    rng = np.random.default_rng(trial)
    halves = rng.standard_normal(SHARED // 2 + 1024).astype(np.float16)
    words = rng.standard_normal(1 << 16).astype(np.float32)
    # Every other 32 bytes are zero, so that a comparison with zero finds equals.
    halves.reshape(-1, 32)[:, 16:] = words.reshape(-1, 16)[:, 8:] = 0
    return words, halves.view(np.uint8)


def machine_of(code: Program, trial: int) -> Interpreter:
    words, halves = contents(trial)
    rng, memory = np.random.default_rng(trial), Global([("a", words)])
    parameters = [
        (PARAMETERS, rng.bytes(1024)),
        (PARAMETERS + 1024, TensorMap(0, (256, 256), (512,), (64, 8), 2, 128)),
    ]
    constants = {bank: rng.bytes(1 << 12) for bank in (2, 3, 4)}
    image = KernelImage("k", HOPPER, 255, SHARED, 0, 0, (), PARAMETERS, 0, constants=constants)
    setup = Setup(Call(image, code, (1, 1, 1), (THREADS, 1, 1), 0, ()), parameters, local=16384)
    machine = Interpreter(setup, memory, [(0, 0, 0)], Findings(), Options(check=False))
    machine.shared.bytes[:] = halves[: len(machine.shared.bytes)]
    machine.barriers[:] = rng.integers(0, 2, machine.barriers.shape)
    machine.mbarriers.initialize(0, SHARED_BASE + 512, 3)
    return machine


def _words(code: Code) -> np.ndarray:
    """Words that a comparison with the instruction's constants may turn on."""
    values = [one.value for one in code.operands if one.kind == "immediate"]
    whole = np.array(
        [0, *SPECIAL, *(value for value in values if isinstance(value, int))], np.uint32
    )
    numbers = [np.array([float(value)], of).view(np.uint32) for value in values for of in "fd"]
    return np.concatenate([whole, *numbers])


def fill(machine: Interpreter, rng: np.random.Generator, trial: int) -> None:
    """Registers as the instruction may meet them: bits, numbers, small integers, valid places."""
    files = machine.registers.files
    for file in ("R", "UR"):
        rows = files[file]
        bits = rng.integers(0, 1 << 32, rows.shape, np.uint32)
        numbers = rng.standard_normal(rows.shape).astype(np.float32).view(np.uint32)
        small = rng.integers(0, 32, rows.shape, np.uint32)
        special = rng.choice(_words(machine.program.codes[0]), rows.shape)
        rows[:-1] = (bits, numbers, small, special)[trial % 4][:-1]
        if file == "UR":
            rows[:] = rows[:, :1]
    for file in ("P", "UP"):
        rows = files[file]
        rows[:-1] = rng.integers(0, 2, rows.shape)[:-1]
        if trial % 2:
            # All lanes agree.
            rows[:] = rows[:, :1]
        if file == "UP" or machine.program.codes[0].base in ("HGMMA", "HMMA", "IMMA", "LDSM"):
            rows[:-1] = rows[:-1, :1]
    place(machine, machine.program.codes[0], rng)


def place(machine: Interpreter, code: Code, rng: np.random.Generator) -> None:
    """Registers that hold addresses hold valid ones."""
    files = machine.registers.files
    lanes = rng.permutation(THREADS).astype(np.uint32) * np.uint32(16)
    if code.base == "BAR" and code.operands[0].kind == "R":
        # All lanes name one barrier, which completes; lanes that name different ones never meet.
        files["R"][code.operands[0].index] = files["R"][code.operands[0].index, 0]
    if code.base == "RET":
        files["R"][code.operands[0].index] = LAST_ADDRESS
    for operand in code.operands:
        if operand.kind == "constant":
            for part in operand.parts:
                files[part.kind][part.index] = 4 * (lanes // 16)
        if operand.kind != "address":
            continue
        if operand.suffix == "gdesc":
            first = operand.index
            for part, word in enumerate((SHARED_BASE + 1024, 1024, SHARED_BASE + 2048, 1024)):
                spread = int(rng.integers(0, 64)) * 1024 if not part % 2 else 0
                files["UR"][first + part] = (word + spread) >> 4 | (1 << 30) * (part % 2)
        base = SHARED_BASE + SHARED // 2
        if code.base in ("LDL", "STL"):
            base = STACK_TOP - 8192
        elif code.base == "SYNCS":
            base = SHARED_BASE + 512 - int(operand.value)
        pairs = code.base in ("ATOM", "ATOMG", "RED", "REDG")
        long = (
            pairs or operand.suffix == "desc" or any(".64" in part.suffix for part in operand.parts)
        )
        if long:
            base = machine.memory.address(0) + (1 << 17)
        for number, part in enumerate(operand.parts):
            uniform = part.kind == "UR" or code.base == "SYNCS"
            at = np.zeros_like(lanes) + lanes[0] * (code.base != "SYNCS") if uniform else lanes
            value = at.astype(np.int64) + (0 if number else base)
            files[part.kind][part.index] = value.astype(np.uint32)
            if ".64" in part.suffix or pairs:
                files[part.kind][part.index + 1] = (value >> 32).astype(np.uint32)
    if code.base == "UTMALDG":
        where, tensor = (operand.parts[0].index for operand in code.operands[:2])
        words = (SHARED_BASE + 4 * 1024, SHARED_BASE + 512, *rng.integers(0, 99, 3))
        for part in range(2 + int(code.modifiers[0][0])):
            files["UR"][where + part] = words[part]
        (pointer,) = machine.maps
        files["UR"][tensor], files["UR"][tensor + 1] = pointer & 0xFFFFFFFF, pointer >> 32


class Effects:
    """What is there after an instruction has run on some registers."""

    def __init__(self, text: str, trial: int, registers: Rows) -> None:
        machine = machine_of(program(text), trial)
        for file, rows in registers.items():
            machine.registers.files[file][...] = rows
        try:
            machine.run()
            self.refused = ""
        except (Unsupported, IndexError) as reason:
            self.refused = str(reason)
        self.files = machine.registers.files
        barriers = [
            (one.left, one.pending_bytes, one.phase) for one in machine.mbarriers.all.values()
        ]
        clocks = machine.clocks.clock.tolist()
        noted = sorted((str(key), one.count) for key, one in machine.findings.cases.items())
        way = machine.visits.tolist(), clocks, barriers, noted
        self.others = [
            machine.memory.bytes, machine.shared.bytes, machine.local.bytes, machine.barriers,
            machine.groups, repr((way, self.refused)),
        ]  # fmt: skip

    def same(self, other: Effects, registers: set[Register]) -> bool:
        """Whether memory, the way taken and these registers are alike."""
        return all(map(np.array_equal, self.others, other.others)) and all(
            np.array_equal(self.files[file][index], other.files[file][index])
            for file, index in registers
        )


def others(registers: Rows, keep: set[Register], rng: np.random.Generator) -> Rows:
    """The registers with other values in all but some, and but RZ, URZ, PT and UPT."""
    made = {
        file: ~rows if rows.dtype == bool else rows ^ rng.integers(1, 1 << 32, rows.shape, "u4")
        for file, rows in registers.items()
    }
    for file, index in keep | {(file, -1) for file in registers}:
        made[file][index] = registers[file][index]
    return made


def perturbed_in(registers: Rows, register: Register, rng: np.random.Generator) -> Rows:
    """The registers with other values in one of them."""
    file, index = register
    rows = registers[file].copy()
    odd = np.arange(rows.shape[1], dtype=np.uint32) & np.uint32(1)
    rows[index] = ~rows[index] if rows.dtype == bool else rng.permuted(~rows[index]) ^ (5 + odd)
    return {**registers, file: rows}


def differing(one: Rows, other: Rows) -> set[Register]:
    """Registers that differ in some lane."""
    return {
        (file, int(index))
        for file in one
        for index in np.flatnonzero((one[file] != other[file]).any(axis=1))
    }


def check(text: str) -> tuple[set[Register], set[Register]]:
    """Reads and writes of a form that mattered in no trial."""
    of = program(text).codes[0].registers
    idle_reads, idle_writes = set(of.reads - without_use(text)), set(of.writes)
    least, most = TRIALS
    for trial in range(most):
        if trial >= least and not idle_reads and not idle_writes:
            break
        rng = np.random.default_rng(trial)
        machine = machine_of(program(text), trial)
        fill(machine, rng, trial)
        before = machine.registers.files
        made = Effects(text, trial, before)
        assert not made.refused, f"{text}: {made.refused}"
        written = differing(made.files, before)
        assert written <= of.writes, f"{text} writes {sorted(written - of.writes)}"
        idle_writes -= written
        other = others(before, of.reads, rng)
        again = Effects(text, trial, other)
        assert made.same(again, set()), f"{text} reads more than {sorted(of.reads)}"
        for file, index in of.writes:
            # Where it did not write, the register holds what was there.
            alike = again.files[file][index] == made.files[file][index]
            left = (again.files[file][index] == other[file][index]) & (
                made.files[file][index] == before[file][index]
            )
            assert (alike | left).all(), f"{text}: {file}{index} depends on more than it reads"
        for register in sorted(idle_reads):
            perturbed = Effects(text, trial, perturbed_in(before, register, rng))
            if not made.same(perturbed, of.writes):
                idle_reads.discard(register)
    return idle_reads, idle_writes


def without_use(text: str) -> set[Register]:
    """Registers that hardware reads and the machine need not: descriptors of global memory.

    Addresses drawn at random lie in none of the windows that QSPC asks for.
    """
    if text.startswith("QSPC"):
        return {("R", 4), ("R", 5)}
    return {
        ("UR", int(first) + part)
        for first in re.findall(r"(?<!g)desc\[UR(\d+)\]", text)
        for part in range(2)
    }


BASES = sorted({program(text).codes[0].base for text in FORMS})


@pytest.mark.parametrize("base", every(BASES, 9))
def test_nothing_but_what_is_said_matters(base):
    for text in FORMS:
        if program(text).codes[0].base == base:
            idle_reads, idle_writes = check(text)
            assert not idle_reads and not idle_writes, text


@pytest.mark.parametrize(
    "text, planted",
    [
        ("IMAD.WIDE R2, R4, 0x4, R6", ("IMAD UIMAD", "UIMAD")),
        ("DADD R2, R4, R6", ("DADD DFMA", "DFMA")),
        ("LOP3.LUT P0, R2, R4, R6, RZ, 0x80, !PT", ("LOP3 MATCH", "MATCH")),
        ("STS.64 [R2], R4", ("STL STS ULDC", "STL ULDC")),
    ],
)
def test_a_wrong_row_of_the_table_is_found(text, planted, monkeypatch):
    check(text)
    monkeypatch.setattr(table, "OPERANDS", table.OPERANDS.replace(*planted))
    monkeypatch.setattr(table, "opcodes", cache(table.opcodes.__wrapped__))
    program.cache_clear()
    try:
        with pytest.raises(AssertionError, match="writes|reads more than"):
            check(text)
    finally:
        program.cache_clear()
