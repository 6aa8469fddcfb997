"""Operands of an instruction, parsed from nvdisasm's text."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache, cached_property

from ..findings import Unsupported
from .architectures import HOPPER, Architecture
from .opcodes import Opcode, opcode
from .sass import Instruction

# Before sm_100, uniform register 63 is URZ; later architectures have more registers.
ZERO_REGISTER, ZERO_UNIFORM, TRUE = 255, 255, 7


@dataclass(frozen=True)
class Operand:
    """One operand.

    `kind` is 'R', 'UR', 'P', 'UP' (a register file, `index` in it), 'immediate' (`value`: 32 bits,
    or a float where `text` is written as one), 'constant' (`bank`, `index` its byte offset),
    'address' (`parts`: operands to add up, `value` the offset; `memory` '' or 'desc' ...),
    'spare' (`index`: half of Rpc), 'special' (`text`: SR_TID.X), 'label' (`text`) or 'barrier'
    (`text`).
    """

    kind: str
    text: str
    index: int = 0
    value: float | int = 0
    bank: int = 0
    negate: bool = False
    absolute: bool = False
    invert: bool = False
    suffix: str = ""
    parts: tuple[Operand, ...] = ()
    # Operands ('A', 'B') of a wgmma descriptor that are MN-major, and those that are negated.
    transposed: str = ""
    negated: str = ""

    @property
    def is_zero(self) -> bool:
        return (self.kind == "R" and self.index == ZERO_REGISTER) or (
            self.kind == "UR" and self.index == ZERO_UNIFORM
        )

    @property
    def is_true(self) -> bool:
        """PT or UPT: as a source (not inverted) or as a destination that discards."""
        return self.kind in ("P", "UP") and self.index == TRUE


# The pair of spare registers that RPCMOV accesses.
_SPARE = ("Rpc.LO", "Rpc.HI")
_REGISTER = re.compile(r"(?P<file>UR|UP|R|P)(?P<index>\d+|Z|T)(?P<suffix>(?:\.\w+)*)$")
_INTEGER = re.compile(r"[+-]?(?:0x[0-9a-f]+|\d+)$")
_FLOAT = re.compile(r"[+-]?(?:\d+\.?\d*(?:e[+-]?\d+)?|INF|QNAN|SNAN)$", re.I)
_CONSTANT = re.compile(r"c\[(0x[0-9a-f]+)\]\[([^\]]+)\](\.\w+)?$")
_ADDRESS = re.compile(r"(?:(?P<space>g?desc)\[(?P<descriptor>\w+)\])?(?:\[(?P<sum>[^\]]*)\])?$")
_FACTORS = re.compile(r"(gdesc\[\w+\])((?:\.(?:tnsp|neg)[AB])+)$")


@cache
def split(text: str) -> tuple[str, ...]:
    """Split at commas outside brackets; drop annotations in (*...*)."""
    parts, depth, start = [], 0, 0
    text = re.sub(r"\(\*.*?\*\)", "", text)
    # RET has no comma between its register and the function that returns.
    text = re.sub(r"(?<=\w) `\(", ", `(", text)
    # BRX has no comma between its register and the distance.
    text = re.sub(r"^(R\d+) (-?0x[0-9a-f]+)", r"\1, \2", text)
    for index, character in enumerate(text):
        depth += (character in "[({") - (character in "])}")
        if character == "," and not depth:
            parts.append(text[start:index].strip())
            start = index + 1
    last = text[start:].strip()
    return (*parts, last) if last else tuple(parts)


def _with_marks(base: Operand, text: str, marks: str) -> Operand:
    """A wgmma descriptor with the marks `.tnspA` and `.negA`, and the same for B."""
    transposed, negated = (
        "".join(re.findall(rf"\.{name}([AB])", marks)) for name in ("tnsp", "neg")
    )
    return replace(base, text=text, transposed=transposed, negated=negated)


@cache
def operand(text: str) -> Operand:
    """Parse one operand; raises Unsupported for an unknown form."""
    if _INTEGER.match(text):
        return Operand("immediate", text, value=int(text, 0) & 0xFFFFFFFF)
    if _FLOAT.match(text):
        return Operand("immediate", text, value=float(text.upper().replace("QNAN", "NAN")))
    bare = text.replace(".reuse", "")
    negate = bare.startswith("-")
    bare = bare.lstrip("-")
    invert = bare[:1] in "~!" and bool(bare)
    bare = bare.lstrip("~!")
    absolute = bare.startswith("|")
    # |R5|.H0_H0 has its suffix after the bars.
    bare = bare.replace("|", "")
    signs = {"negate": negate, "absolute": absolute, "invert": invert}
    if register := _REGISTER.match(bare):
        file, number = register["file"], register["index"]
        last = {"R": ZERO_REGISTER, "UR": ZERO_UNIFORM}.get(file, TRUE)
        index = last if number in ("Z", "T") else int(number)
        return Operand(file, text, index, suffix=register["suffix"], **signs)
    if constant := _CONSTANT.match(bare):
        place = constant[2]
        if not _INTEGER.match(place):
            parts = tuple(operand(part) for part in place.split("+"))
            fixed = sum(int(part.value) for part in parts if part.kind == "immediate")
            registers = tuple(part for part in parts if part.kind != "immediate")
            return Operand(
                "constant", text, fixed, bank=int(constant[1], 16), parts=registers, **signs
            )
        return Operand("constant", text, int(place, 0), bank=int(constant[1], 16), **signs)
    if bare in _SPARE:
        return Operand("spare", text, _SPARE.index(bare))
    if bare.startswith("`("):
        return Operand("label", bare[2:-1])
    if bare.startswith("SR") or bare in ("PR", "UPR", "SRZ"):
        return Operand("special", bare)
    if re.match(r"(?:B|SB|gsb)\d+$", bare):
        return Operand("barrier", bare, int(re.sub(r"\D", "", bare)))
    if factors := _FACTORS.match(bare):
        return _with_marks(operand(factors[1]), text, factors[2])
    if "[" in bare and (address := _ADDRESS.match(bare)):
        offset, parts = 0, []
        for part in filter(None, (address["sum"] or "").split("+")):
            if _INTEGER.match(part):
                offset += int(part, 0)
            else:
                register, _, scale = part.partition(".X")
                # R5.X4, an index of words, adds the register four times.
                parts += [operand(register)] * int(scale or 1)
        space = address["space"] or ""
        descriptor = operand(address["descriptor"]) if space else None
        return Operand(
            "address",
            text,
            value=offset,
            suffix=space,
            parts=tuple(parts),
            index=descriptor.index if descriptor else 0,
        )
    raise Unsupported(f"the simulator does not support the operand {text}")


@dataclass(frozen=True)
class Code:
    """A decoded instruction; `at` is its index in the kernel."""

    at: int
    instruction: Instruction
    operands: tuple[Operand, ...]
    modifiers: tuple[str, ...]
    predicate: Operand | None
    architecture: Architecture = HOPPER

    @cached_property
    def _modifiers(self) -> frozenset[str]:
        return frozenset(self.modifiers)

    @cached_property
    def base(self) -> str:
        return self.instruction.base

    @cached_property
    def row(self) -> Opcode:
        """The instruction's row of the opcode table."""
        return opcode(self.base)

    def has(self, *modifiers: str) -> bool:
        return not self._modifiers.isdisjoint(modifiers)

    def only(self, *known: str) -> None:
        """Raise Unsupported for a modifier not listed in `known`."""
        for modifier in self.modifiers:
            if modifier not in known:
                raise self.unknown(f"modifier .{modifier}")

    def unknown(self, what: str = "") -> Unsupported:
        line = self.instruction.line
        where = f" (CUDA line {line})" if line else ""
        form = f", {what}" if what else ""
        return Unsupported(f"the simulator does not support `{self.instruction.text}`{form}{where}")


def _with_pairs(operand: Operand, marked: bool) -> Operand:
    """A 64-bit address with its unmarked registers marked as pairs.

    Where pairs are `marked`, ptxas leaves out the mark of a single register in code that it adds
    itself, as for the loop of a 16-bit atomic.
    """
    if operand.kind != "address" or (marked and (operand.suffix or len(operand.parts) != 1)):
        return operand
    if marked and operand.parts[0].suffix:
        return operand
    base = any(part.kind == "UR" for part in operand.parts)
    return replace(
        operand,
        parts=tuple(
            # Next to a uniform pair, a general register is marked with its width.
            replace(part, suffix=".64") if part.kind == "UR" or not base else part
            for part in operand.parts
        ),
    )


def decode(pc: int, instruction: Instruction, architecture: Architecture = HOPPER) -> Code:
    """Decode an instruction; raises Unsupported with its text and CUDA line."""
    modifiers = tuple(instruction.opcode.split(".")[1:])
    plain = Code(pc, instruction, (), modifiers, None, architecture)
    try:
        operands = tuple(operand(text) for text in split(instruction.operands))
        text = instruction.predicate.lstrip("@")
        predicate = operand(text) if text else None
    except Unsupported as error:
        raise plain.unknown(str(error).removeprefix("the simulator does not support ")) from None
    if plain.has("E") and (not architecture.marks_pairs or plain.base in ("LDG", "STG")):
        operands = tuple(_with_pairs(operand, architecture.marks_pairs) for operand in operands)
    return replace(plain, operands=operands, predicate=predicate)
