"""The decoder: an instruction's operands, and the registers that it reads and writes.

Dependences, slices and control flow are derived from it (`program`, `dataflow`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import NamedTuple

from ..chips import HOPPER, Architecture
from ..findings import Unsupported
from .opcodes import Opcode, opcode, opcodes
from .sass import Instruction

# Before sm_100, uniform register 63 is URZ; later architectures have more registers.
ZERO_REGISTER, ZERO_UNIFORM, TRUE = 255, 255, 7
# A register file ('R', 'UR', 'P', 'UP', 'spare') and an index.
Register = tuple[str, int]
# A guard predicate, and whether it is inverted; None: always.
Guard = tuple[Register, bool] | None
_FILES = ("R", "UR", "P", "UP", "spare")
PREDICATES = ("P", "UP")
# Registers with a fixed content: RZ, URZ, PT, UPT.
_FIXED: frozenset[Register] = frozenset(
    (("R", ZERO_REGISTER), ("UR", ZERO_UNIFORM), ("P", TRUE), ("UP", TRUE))
)


@dataclass(frozen=True)
class Operand:
    """One operand.

    `kind` is 'R', 'UR', 'P', 'UP' (a register file, `index` in it), 'immediate' (`value`: 32 bits,
    or a float where `text` is written as one), 'constant' (`bank`, `index` its byte offset),
    'address' (`parts`: operands to add up, `value` the offset; `memory` '' or 'desc' ...),
    'spare' (`index`: half of Rpc), 'special' (`text`: SR_TID.X), 'label' (`text`), 'barrier'
    (`text`) or 'unknown'.
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
    def number(self) -> float:
        """An immediate as a floating-point number."""
        return float(self.text.upper().replace("QNAN", "NAN"))

    @property
    def is_zero(self) -> bool:
        return (self.kind == "R" and self.index == ZERO_REGISTER) or (
            self.kind == "UR" and self.index == ZERO_UNIFORM
        )

    @property
    def is_true(self) -> bool:
        """PT or UPT: as a source (not inverted) or as a destination that discards."""
        return self.kind in PREDICATES and self.index == TRUE


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
    """Parse one operand."""
    if _INTEGER.match(text):
        return Operand("immediate", text, value=int(text, 0) & 0xFFFFFFFF)
    if _FLOAT.match(text):
        return Operand("immediate", text, value=Operand("immediate", text).number)
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
        return _address(text, address)
    return Operand("unknown", text)


def _address(text: str, address: re.Match[str]) -> Operand:
    offset, parts = 0, []
    for part in filter(None, (address["sum"] or "").split("+")):
        if _INTEGER.match(part):
            offset += int(part, 0)
        else:
            register, _, scale = part.partition(".X")
            # R5.X4, an index of words, adds the register four times.
            parts += [operand(register)] * int(scale or 1)
    space = address["space"] or ""
    index = operand(address["descriptor"]).index if space else 0
    return Operand("address", text, value=offset, suffix=space, parts=tuple(parts), index=index)


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

    @property
    def place(self) -> Operand:
        """The address that it accesses."""
        return next(operand for operand in self.operands if operand.kind == "address")

    @cached_property
    def guard(self) -> Guard:
        """The guard predicate and whether it is inverted; None for PT and without one."""
        one = self.predicate
        return None if one is None or one.is_true else ((one.kind, one.index), one.invert)

    @property
    def is_never_executed(self) -> bool:
        """Whether it is guarded by !PT."""
        return self.predicate is not None and self.predicate.is_true

    @cached_property
    def registers(self) -> Registers:
        """What it reads and writes; raises Unsupported for an unknown opcode or form."""
        if self.base not in opcodes():
            raise self.unknown()
        self.check_operands()
        try:
            return _registers(self)
        except (LookupError, AttributeError, ValueError, TypeError, StopIteration) as error:
            raise self.unknown("modifiers or operands") from error

    @property
    def reads(self) -> frozenset[Register]:
        return self.registers.reads

    @property
    def writes(self) -> frozenset[Register]:
        return self.registers.writes

    @property
    def guards(self) -> frozenset[Register]:
        return self.registers.guards

    @cached_property
    def widths(self) -> Sequence[int]:
        """The number of registers that each operand stands for; a predicate is always one."""
        forms = [WIDTHS[form] for form in self.row.operands if form in WIDTHS]
        return forms[0](self) if forms else [1] * len(self.operands)

    @cached_property
    def lane_bytes(self) -> int:
        """Bytes that each lane of a memory access moves."""
        vectors = [_VECTORS[modifier] for modifier in self.modifiers if modifier in _VECTORS]
        sizes = [_BYTES[modifier] for modifier in self.modifiers if modifier in _BYTES]
        return (vectors or sizes or [4])[0]

    def has(self, *modifiers: str) -> bool:
        return not self._modifiers.isdisjoint(modifiers)

    def only(self, *known: str) -> None:
        """Raise Unsupported for a modifier not listed in `known`."""
        for modifier in self.modifiers:
            if modifier not in known:
                raise self.unknown(f"modifier .{modifier}")

    def check_operands(self) -> None:
        """Raise Unsupported for an operand of unknown form."""
        for operand in self.operands:
            if operand.kind == "unknown":
                raise self.unknown(_FENCE_OF_MAP.get(self.base, f"the operand {operand.text}"))

    def unknown(self, what: str = "") -> Unsupported:
        where = f" ({self.instruction.place})" if self.instruction.line else ""
        form = f", {what}" if what else ""
        return Unsupported(f"the simulator does not support `{self.instruction.text}`{form}{where}")


# DEPBAR with a list of scoreboards is before UTMACCTL.IV, in fence.proxy.tensormap.
_FENCE_OF_MAP = {
    "DEPBAR": "a fence of a tensor map that the kernel makes: only maps that the host passes, with "
    "`box` in FILE.toml, are simulated"
}


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
    """Decode an instruction; an operand of unknown form has the kind 'unknown'."""
    modifiers = tuple(instruction.opcode.split(".")[1:])
    plain = Code(pc, instruction, (), modifiers, None, architecture)
    operands = tuple(operand(text) for text in split(instruction.operands))
    text = instruction.predicate.lstrip("@")
    predicate = None if text in ("", "PT", "UPT") else operand(text)
    if plain.has("E") and (not architecture.marks_pairs or plain.base in ("LDG", "STG")):
        operands = tuple(_with_pairs(operand, architecture.marks_pairs) for operand in operands)
    return replace(plain, operands=operands, predicate=predicate)


# --- registers ------------------------------------------------------------------------------------


class Registers(NamedTuple):
    """Registers that an instruction reads and writes; RZ, URZ, PT and UPT are excluded.

    `guards` is the subset of `reads` that decides whether the instruction executes or loads at all.
    """

    reads: frozenset[Register]
    writes: frozenset[Register]
    guards: frozenset[Register]


# Bytes that a lane moves, by modifier; of an atomic on a vector, those of all elements.
_BYTES = {"U8": 1, "S8": 1, "U16": 2, "S16": 2} | {"64": 8, "S64": 8, "F64": 8, "128": 16}
_VECTORS = {"F32x2": 8, "F32x4": 16} | {
    f"{name}x{count}": 2 * count for name in ("F16", "BF16") for count in (2, 4, 8)
}
# Formats of conversions whose numbers take two registers.
_WIDE = ("F64", "S64", "U64")


def _ones(code: Code) -> list[int]:
    return [1] * len(code.operands)


def _of_access(code: Code) -> list[int]:
    return [max(1, code.lane_bytes // 4)] * len(code.operands)


def _of_product(code: Code) -> list[int]:
    """.WIDE has a pair as result, and as addend; .HI as addend only."""
    widths = _ones(code)
    if code.has("WIDE", "HI"):
        widths[0] = 1 + code.has("WIDE")
        addend = max(n for n, operand in enumerate(code.operands) if operand.kind not in PREDICATES)
        widths[addend] = 2
    return widths


def _of_conversion(code: Code) -> list[int]:
    """Modifiers name the result's format, then the source's; FRND names one for both."""
    named = [m for m in code.modifiers if re.fullmatch(r"B?F(16|32|64)|[SU](8|16|32|64)", m)]
    if code.base == "FRND":
        named *= 2
    elif len(named) == 1 and ("F" in named[0]) == (code.base == "F2I"):
        # Of integers and floats, the format that is not named has 32 bits.
        named = ["", *named]
    named += ["", ""]
    return [1 + (name in _WIDE) for name in named[:2]]


def matrix_shape(code: Code) -> tuple[int, int, int]:
    """Rows of A, bytes of a row of A (of a sparse one as stored) and of a column of B."""
    shape = code.modifiers[0]
    if code.base == "DMMA":
        rows, _, depth = (int(extent) for extent in shape.split("x"))
        return rows, 8 * depth, 8 * depth
    if code.base == "HMMA":
        depth = next(_DEPTHS[modifier] for modifier in code.modifiers if modifier in _DEPTHS)
        deep = depth * (4 if code.has("TF32") else 2)
        return 16, deep // 2 if code.has("SP") else deep, deep
    rows, depth = MATRIX_SHAPES[shape]
    return rows, depth, depth


# K of HMMA.
_DEPTHS = {"16832": 32, "16816": 16, "1688": 8, "1684": 4}
# Rows of A and bytes of K of IMMA; of BMMA, whose elements are bits, too.
MATRIX_SHAPES = {
    **{"8816": (8, 16), "16816": (16, 16), "16832": (16, 32)},
    **{"88128": (8, 16), "168128": (16, 16), "168256": (16, 32)},
}


def _of_mma(code: Code) -> list[int]:
    """Registers of D, A, B and C; metadata of a sparse A is one."""
    rows, left, right = matrix_shape(code)
    accumulators = rows * 8 * (8 if code.base == "DMMA" else 4) // 128
    if code.base == "HMMA" and not code.has("F32", "TF32"):
        accumulators //= 2
    return [accumulators, rows * left // 128, 8 * right // 128, accumulators, 1, 1]


def accumulator_registers(code: Code) -> int:
    """Accumulator registers per thread for a 64 x N tile: N / 2, or N / 4 for float16 pairs."""
    shape = next(modifier for modifier in code.modifiers if modifier.count("x") == 2)
    return int(shape.split("x")[1]) // (4 if code.has("F16") else 2)


def _of_wgmma(code: Code) -> list[int]:
    """D; A in registers, if the first source is one; accumulators."""
    many = accumulator_registers(code)
    return [many, 4 if code.operands[1].kind == "R" else many, *[many] * (len(code.operands) - 2)]


def _of_long(code: Code) -> list[int]:
    return [1 + code.has("64", "S64", "U64")] * len(code.operands)


def _with_result(result: int, widths: list[int]) -> list[int]:
    return [result, *widths[1:]]


WIDTHS: Mapping[str, Callable[[Code], list[int]]] = {
    "access": _of_access,
    "matrices": lambda code: [matrices(code)] * len(code.operands),
    "pair": lambda code: [2] * len(code.operands),
    "long": _of_long,
    "long-source": lambda code: [*_ones(code)[:-1], _of_long(code)[-1]],
    "product": _of_product,
    "conversion": _of_conversion,
    "special": lambda code: [1 if code.has("32") else 2, 1],
    "mbarrier": lambda code: _with_result(1 + code.has("ARRIVE"), _ones(code)),
    "mma": _of_mma,
    "wgmma": _of_wgmma,
    "call": lambda code: [1 if code.has("REL") else 2] * len(code.operands),
}


def matrices(code: Code) -> int:
    """The number of matrices that an ldmatrix or stmatrix moves."""
    return int(code.modifiers[-1]) if code.modifiers[-1:] in (("2",), ("4",)) else 1


def _results(code: Code) -> int:
    """The number of leading operands that are written."""
    kinds, forms = [operand.kind for operand in code.operands], code.row.operands
    if "ballot" in forms:
        return len(kinds) - 1
    predicates = next((n for n, kind in enumerate(kinds) if kind not in PREDICATES), len(kinds))
    if "flagged" in forms:
        return predicates + (kinds[predicates] in _FILES)
    if forms & {"sources", "hint"} or "control" in code.row.roles or kinds[0] not in _FILES:
        return 0
    if predicates:
        return min(predicates, 2)
    behind = (n for n, kind in enumerate(kinds) if n and kind not in PREDICATES)
    return next(behind, len(kinds))


_ATOMICS = ("global.atomic", "global.reduction")


def is_wide(code: Code, place: Operand, part: Operand) -> bool:
    """Whether a register of an address is the lower one of a 64-bit pair.

    Global atomics and generic accesses use pairs without the `.64` suffix.
    """
    pairs = code.row.access in _ATOMICS or code.base in ("LD", "ST", "QSPC")
    return ".64" in part.suffix or (pairs and not place.suffix and not part.suffix)


def _run(operand: Operand, count: int = 1) -> Iterator[Register]:
    """A register and those that follow it."""
    for part in range(1 if operand.kind in PREDICATES or operand.is_zero else count):
        yield operand.kind, operand.index + part


def address_registers(code: Code) -> set[Register]:
    """Registers that an instruction's addresses are computed from."""
    return {
        register
        for operand in code.operands
        if operand.kind == "address" and operand.suffix != "gdesc"
        for part in operand.parts
        for register in _run(part, 1 + is_wide(code, operand, part))
    }


def descriptor_registers(code: Code) -> set[Register]:
    """Registers of a wgmma's matrix descriptors, two for each matrix in shared memory: B's follow
    A's, or two unused ones if A is in registers."""
    first = 2 * (code.operands[1].kind == "R")
    return {
        ("UR", operand.index + part)
        for operand in code.operands
        if operand.kind == "address" and operand.suffix == "gdesc"
        for part in range(first, 4)
    }


def _sources(code: Code, operand: Operand, width: int) -> Iterator[Register]:
    """Registers of a source operand, other than those of an address."""
    if operand.kind in _FILES:
        yield from _run(operand, width)
    elif operand.kind == "constant":
        for part in operand.parts:
            yield from _run(part)
    elif operand.kind == "address" and operand.suffix == "desc" and operand.index != ZERO_UNIFORM:
        yield from (("UR", operand.index), ("UR", operand.index + 1))


def _box(code: Code) -> Iterator[Register]:
    """Registers of a tensor copy: in shared memory its place, the mbarrier of a load, and the
    coordinates; the address of the tensor map."""
    rank = int(code.modifiers[0][0])
    where, tensor = (operand.parts[0] for operand in code.operands[:2])
    yield from _run(where, rank + 1 + (code.base == "UTMALDG"))
    yield from _run(tensor, 2)


def _bulk(code: Code) -> Iterator[Register]:
    for operand in code.operands[:2]:
        yield from _run(operand.parts[0], 2)


def _predicates(file: str, mask: Operand) -> set[Register]:
    """Predicates 0 to 6 of a file that a mask selects."""
    return {(file, bit) for bit in range(7) if int(mask.value) >> bit & 1}


def _registers(code: Code) -> Registers:
    """What an instruction reads and writes, by the forms of its operands."""
    forms, operands, base = code.row.operands, code.operands, code.base
    guards = set(_run(code.predicate)) if code.predicate else set()
    if "hint" in forms or not operands:
        return _named(guards, (), guards)
    results, reads, writes = _results(code), set(guards), set()
    for operand, width in zip(operands[:results], code.widths, strict=False):
        if operand.kind in _FILES:
            writes.update(_run(operand, width))
    for operand, width in zip(operands[results:], code.widths[results:], strict=False):
        reads.update(_sources(code, operand, width))
    if "wgmma" in forms:
        reads |= descriptor_registers(code)
    elif "box" in forms:
        reads.update(_box(code))
    elif "bulk" in forms:
        reads.update(_bulk(code))
    else:
        reads |= address_registers(code)
    if base == "LDGSTS" and len(operands) > 2:
        guards.update(_run(operands[2]))
    elif base in ("P2R", "UP2UR"):
        reads |= _predicates(operands[1].text.removesuffix("R"), operands[3])
    elif base == "R2P":
        writes |= _predicates("P", operands[2])
    elif base == "R2UR" and code.has("OR"):
        reads.update(_run(operands[0]))
    elif external(code) or (base == "CALL" and operands[0].kind != "label" and not code.has("REL")):
        # An external function returns a number or an address.
        writes |= {("R", RESULT), ("R", RESULT + 1)}
    return _named(reads, writes, guards)


# The register that holds a function's result.
RESULT = 4
# Functions outside any module. Code names them if it is compiled without optimization; otherwise it
# calls their addresses.
EXTERNALS = ("vprintf", "malloc", "free", "__assertfail")


def external(code: Code) -> str:
    """The function outside the module that a call names; '' for anything else."""
    named = code.base == "CALL" and code.operands[0].text in EXTERNALS
    return code.operands[0].text if named else ""


def _named(*of: set[Register] | tuple[()]) -> Registers:
    return Registers(*(frozenset(registers) - _FIXED for registers in of))
