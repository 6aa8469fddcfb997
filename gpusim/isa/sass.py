"""SASS of a cubin, disassembled by nvdisasm: instructions, control codes and CUDA lines.

Since Volta an instruction is one 128-bit word. The compiler, not the hardware, orders dependent
instructions: every word encodes a stall count, the scoreboard barriers that the instruction sets
and those it waits for (docs/path/2-read-a-kernel.md).

nvJitLink leaves functions that ptxas adds, such as the slow path of a division, in separate
sections; calls are absolute then. `linked` appends them to the kernels that call them.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from ..cache import Cache, cache_key
from ..errors import UserError
from ..toolkit import disassembler

# The file name that compilers are given for the CUDA text; absolute, since NVRTC would otherwise
# prefix the current folder.
SOURCE_NAME = "/kernel.cu"
# The control code lies in bits 105 to 125 of the word, bits 41 to 61 of its upper half.
_CONTROL_SHIFT = 41
BARRIERS = 6
_NO_BARRIER = 7


# 32@lo(name), 32@hi((name+0x10)): half of a variable's address, which the loader fills in.
_HALF_ADDRESS = re.compile(
    r"32@(?P<half>lo|hi)\(\(?(?P<name>[\w$.]+)(?: *\+ *(?P<offset>0x[0-9a-f]+|\d+))?\)?\)"
)

_INDIRECT_JUMP = re.compile(r"\b(?:BRX|JMX)")


class Instruction(NamedTuple):
    """One machine instruction.

    `address` is the byte offset in its function; `predicate` is '' or as in '@!P0'; `opcode` has
    all its modifiers ('LDS.128'); `line` is the 1-based line of the CUDA text given to the
    compiler (of the kernel's own body, where a function was inlined), None where the compiler noted
    none. `stall` counts cycles until the warp's next instruction may issue; `yield_` asks the
    scheduler to take another warp next. `write_barrier` (set until the result is there) and
    `read_barrier` (set until the sources have been read) are numbers 0 to 5 or None; bit n of
    `wait_mask` waits for barrier n. Bit n of `reuse` keeps source operand n in the operand cache.
    `label` is the branch target, or the name of a function that the compiler added, which stands
    before the instruction; '' for most. `frames` are the CUDA lines of an inlined function and of
    the calls that lead to it, innermost first, where they are lines of the text. `header` is the
    file of the function that the text calls, if the instruction is from another file. `file` names
    the text, if it is not a CUDA text that was compiled here.
    """

    address: int
    predicate: str
    opcode: str
    operands: str
    line: int | None
    stall: int
    yield_: bool
    write_barrier: int | None
    read_barrier: int | None
    wait_mask: int
    reuse: int
    label: str = ""
    frames: tuple[int, ...] = ()
    header: str = ""
    file: str = ""

    @property
    def place(self) -> str:
        """'CUDA line 3', or 'own.py line 3'; '' if there is no line."""
        return f"{self.file or 'CUDA'} line {self.line}" if self.line else ""

    @property
    def base(self) -> str:
        """The opcode without modifiers: 'LDS' of 'LDS.128'."""
        return self.opcode.partition(".")[0]

    def relocated(self, addresses: Mapping[str, int]) -> Instruction:
        """With halves of the addresses of variables in place of their names."""
        if "32@" not in self.operands:
            return self

        def half(match: re.Match[str]) -> str:
            if match["name"] not in addresses:
                return match[0]
            address = addresses[match["name"]] + int(match["offset"] or "0", 0)
            return hex(address >> 32 if match["half"] == "hi" else address & 0xFFFFFFFF)

        return self._replace(operands=_HALF_ADDRESS.sub(half, self.operands))

    @property
    def by_library(self) -> bool:
        """Whether libcu++ is responsible for it; cuda::ptx's functions are bare instructions."""
        return "/cuda/__" in self.header and "/cuda/__ptx/" not in self.header

    @property
    def waits(self) -> tuple[int, ...]:
        """Scoreboard barriers that it waits for."""
        return tuple(n for n in range(BARRIERS) if self.wait_mask >> n & 1)

    @property
    def control(self) -> str:
        """The control code in the notation of CuAssembler: 'B01----:R-:W2:Y:S04'."""
        waits = "".join(str(n) if self.wait_mask >> n & 1 else "-" for n in range(BARRIERS))
        read, write = (
            "-" if barrier is None else barrier
            for barrier in (self.read_barrier, self.write_barrier)
        )
        return f"B{waits}:R{read}:W{write}:{'Y' if self.yield_ else '-'}:S{self.stall:02d}"

    @property
    def text(self) -> str:
        """The instruction as nvdisasm writes it."""
        return " ".join(part for part in (self.predicate, self.opcode, self.operands) if part)


def control_fields(upper: int) -> tuple[int, bool, int | None, int | None, int, int]:
    """Stall, yield, write barrier, read barrier, wait mask and reuse of an upper 64-bit half."""
    return _fields(upper >> _CONTROL_SHIFT)


@cache
def _fields(code: int) -> tuple[int, bool, int | None, int | None, int, int]:
    # A kernel of thousands of instructions has some hundred different codes.
    write, read = code >> 5 & 7, code >> 8 & 7
    return (
        code & 15,
        # The bit means "stay with this warp", so zero is a yield.
        not code >> 4 & 1,
        None if write == _NO_BARRIER else write,
        None if read == _NO_BARRIER else read,
        code >> 11 & 63,
        code >> 17 & 15,
    )


_PIECE = re.compile(
    r"^\t//## File \"(?P<file>[^\"]*)\", line (?P<line>\d+)(?P<inlined> inlined at)?"
    r"|^ +/\*(?P<address>[0-9a-f]{4,})\*/\s+(?:(?P<predicate>@!?U?P\w+)\s+)?"
    r"(?P<opcode>[A-Z][\w.]*)\s*(?P<operands>[^;\n]*); +/\* 0x[0-9a-f]{16} \*/\n"
    r" +/\* 0x(?P<upper>[0-9a-f]{16}) \*/"
    r"|^\.text\.(?P<function>[^:\n]+):"
    r"|^(?P<label>\.L_\w+|\$[\w$]+):",
    re.M,
)


# The file of an instruction, or of the last call through which it was inlined.
_OUTERMOST = re.compile(r"^\t//## File \"([^\"]*)\", line \d+(?! inlined at)\b", re.M)


def parse(text: str, file: str) -> dict[str, list[Instruction]]:
    """Function name -> instructions, from `nvdisasm -c -gi -hex`.

    `file` is the file name given to the compiler. Code from other files (headers) gets the
    line at which it was inlined.
    """
    named = "" if file == SOURCE_NAME else file.rpartition("/")[2]
    functions: dict[str, list[Instruction]] = {}
    instructions: list[Instruction] = []
    line: int | None = None
    frames: tuple[int, ...] = ()
    inlined = False
    label = header = ""
    for piece in _PIECE.finditer(text):
        kind = piece.lastgroup
        if kind == "upper":
            _, _, _, address, predicate, opcode, operands, upper, _, _ = piece.groups()
            instructions.append(
                Instruction(
                    int(address, 16),
                    predicate or "",
                    opcode,
                    operands.rstrip(),
                    line,
                    *control_fields(int(upper, 16)),
                    label,
                    frames,
                    header,
                    named,
                )
            )
            label = ""
        elif kind in ("line", "inlined"):
            # Frames of an inlined function are listed from the inside out; the last one counts.
            line = int(piece["line"]) if piece["file"] == file else None
            header = piece["file"] if line is None else header if inlined else ""
            frames = (*(frames if inlined else ()), *((line,) if line else ()))
            inlined = piece["inlined"] is not None
        elif kind == "function":
            instructions = functions.setdefault(piece["function"], [])
            line, label, frames, header = None, "", (), ""
        else:
            label = piece["label"]
    return functions


@lru_cache(maxsize=4)
def disassemble(cubin: bytes) -> dict[str, list[Instruction]]:
    """Kernel name -> its instructions."""
    text = _listed(cubin)
    return parse(text, _source_of(text))


def source_file(cubin: bytes) -> str:
    """The path of the text that a cubin was compiled from; '' if it has no line information."""
    return _source_of(_listed(cubin))


def _source_of(text: str) -> str:
    files = Counter(_OUTERMOST.findall(text))
    return max(files, key=files.__getitem__, default="")


def _listed(cubin: bytes) -> str:
    """nvdisasm's text of a cubin, which is cached."""
    name = f"{cache_key(cubin, disassembler()[1])}.sass.zip"
    kept = Cache().load(name, ("sass",))
    if kept is None:
        text = nvdisasm(cubin)
        Cache().store(name, {"sass": text.encode()})
    else:
        text = kept["sass"].decode()
    return text


def nvdisasm(cubin: bytes) -> str:
    """nvdisasm's text of a cubin.

    Its dataflow analysis takes a quarter of its time, and only lists the targets of indirect jumps.
    """
    text = run_nvdisasm(cubin, "-ndf")
    return run_nvdisasm(cubin) if _INDIRECT_JUMP.search(text) else text


def run_nvdisasm(cubin: bytes, *options: str) -> str:
    """What nvdisasm prints with these options; raises UserError."""
    tool, _ = disassembler()
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(cubin)
        file.flush()
        command = [tool, "-c", "-gi", "-hex", *options, file.name]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        words = (done.stderr or done.stdout).strip().replace(file.name, "the cubin")
        raise UserError(f"nvdisasm fails: {words.splitlines()[0] if words else done.returncode}")
    return done.stdout


# 32@lo((k + .L_x_0@srel)): half of the address of a label in function k; 32@lo(f): of a function.
_HALF_OF_PLACE = re.compile(
    r"32@(?P<half>lo|hi)\(\(?(?P<function>[\w$.]+)(?: *\+ *(?P<label>\.L_\w+)@srel)?\)?\)"
)
_TARGET = re.compile(r"`\(([^)]+)\)")
_INSTRUCTION_BYTES = 16

Functions = Mapping[str, Sequence[Instruction]]


def linked(functions: Functions) -> dict[str, list[Instruction]]:
    """Every function, followed by those that it calls."""
    return {name: _with_callees(name, functions) for name in functions}


def _callees(code: Sequence[Instruction], functions: Functions) -> Iterator[str]:
    for instruction in code:
        if instruction.opcode.startswith("CALL.ABS"):
            yield from (name for name in _TARGET.findall(instruction.operands) if name in functions)
        elif "32@" in instruction.operands:
            for match in _HALF_OF_PLACE.finditer(instruction.operands):
                if match["function"] in functions:
                    yield match["function"]


def _with_callees(name: str, functions: Functions) -> list[Instruction]:
    names = [name]
    for known in names:
        for callee in _callees(functions[known], functions):
            if callee not in names:
                names.append(callee)
    if len(names) == 1 and not any("@srel" in code.operands for code in functions[name]):
        return list(functions[name])
    program: list[Instruction] = []
    starts = {}
    for callee in names:
        starts[callee] = start = len(program) * _INSTRUCTION_BYTES
        code = [
            instruction._replace(address=start + instruction.address)
            for instruction in functions[callee]
        ]
        program += _named(callee, code) if callee != name else code
    places = {code.label: code.address for code in program if code.label}

    def half(match: re.Match[str]) -> str:
        place = places.get(match["label"]) if match["label"] else starts.get(match["function"])
        if place is None:
            return match[0]
        return hex(place if match["half"] == "lo" else 0)

    return [
        code._replace(operands=_HALF_OF_PLACE.sub(half, code.operands))
        if "32@" in code.operands
        else code
        for code in program
    ]


def _named(name: str, code: list[Instruction]) -> list[Instruction]:
    """A function whose first instruction has its name as label."""
    before = code[0].label
    if before:
        code = [
            each._replace(operands=each.operands.replace(f"`({before})", f"`({name})"))
            for each in code
        ]
    return [code[0]._replace(label=name), *code[1:]]
