"""Instruction words of sm_90 with chosen registers and control codes.

A form is a word that ptxas generated. An instruction is that word with other register numbers and
another control code. nvdisasm must read each word back as intended (`skeleton.check`). Fields:
destination in bits 16-23, sources in 24-31, 32-39 and 64-71, the control code in 105-125
(docs/path/2-read-a-kernel.md).
"""

from __future__ import annotations

from dataclasses import dataclass

# Name: lower half, upper half of the word, and the letters of the fields that are registers:
# destination, sources a, b, c. Uppercase ones are uniform.
_FORMS = {
    "NOP": (0x0000000000007918, 0x000FC00000000000, ""),
    "FFMA": (0x0000000908007223, 0x0D0FE2000000000A, "dabc"),
    "FADD": (0x00000009080E7221, 0x040FE20000000000, "dab"),
    "FMUL": (0x00000009081D7220, 0x000FC60000400000, "dab"),
    "FMNMX": (0x0000000908007209, 0x010FE40003800000, "dab"),
    "IMAD": (0x00000005040D7224, 0x004FE200078E0206, "dabc"),
    "IMAD.WIDE.U32": (0x00000005040E7225, 0x000FE200078E00FF, "dabc"),
    "IADD3": (0x00000004060C7210, 0x000FC60007FFE005, "dabc"),
    "LOP3.LUT": (0x00000005040C7212, 0x010FC600078E9606, "dabc"),
    "SHF.L.W.U32.HI": (0x00000006040E7219, 0x002FE40000010E05, "dabc"),
    "LEA": (0x0000000504077211, 0x000FC400078E20FF, "dab"),
    "MOV": (0x0000000500047202, 0x000FC40000000F00, "db"),
    "SEL": (0x0000000605077207, 0x010FE40004000000, "dab"),
    "ISETP.GE.AND": (0x000000050400720C, 0x000FC60003F66270, "ab"),
    "PRMT": (0x00000006040D7216, 0x020FE40000000005, "dabc"),
    "HFMA2": (0x0000000504007231, 0x010FC60000000006, "dabc"),
    "HADD2": (0x00000005040F7230, 0x000FC60000000000, "dab"),
    "HADD2.F32": (0x2000001DFF687230, 0x000FE40000004100, "db"),
    "F2FP.F16.F32.PACK_AB": (0x000000090812723E, 0x010FE200000000FF, "dab"),
    "MUFU.EX2": (0x00000008000F7308, 0x020E700000000800, "db"),
    "F2I.TRUNC.NTZ": (0x00000008000B7305, 0x000EE2000020F100, "db"),
    "F2F.F32.F64": (0x0000001200137310, 0x0009700000301000, "db"),
    "F2F.F64.F32": (0x00000008001C7310, 0x000F620000201800, "db"),
    "POPC": (0x00000004001D7309, 0x004EA60000000000, "db"),
    "FLO.U32": (0x00000004000B7300, 0x002E6200000E0000, "db"),
    "BREV": (0x00000004001C7301, 0x000FE20000000000, "db"),
    "DFMA": (0x000000141214722B, 0x008FE20000000016, "dabc"),
    "REDUX.SUM": (0x00000000040473C4, 0x000F22000000C000, "Da"),
    "VOTE.ANY": (0x0000000000077806, 0x008FE200000E0100, "d"),
    "S2R": (0x0000000000097919, 0x000EE40000000000, "d"),
    "CS2R.32": (0x0000000000037805, 0x000FCA0000005000, "d"),
    "SHFL.BFLY": (0x0C201F0004177F89, 0x000E6800000E0000, "da"),
    "LDC": (0x00C00000000B7B82, 0x000E240000000800, "da"),
    "LDS": (0x0000000000077984, 0x000EA80000000800, "da"),
    "LDS.64": (0x0000000000077984, 0x000EA80000000A00, "da"),
    "LDS.128": (0x00000000000C7984, 0x000EA80000000C00, "da"),
    "STS": (0x0000000400007388, 0x000FE80000000800, "ab"),
    "STS.128": (0x0000000C00007388, 0x000FE80000000C00, "ab"),
    "LDSM.16.M88": (0x00000000001D783B, 0x000FE80000000000, "da"),
    "LDSM.16.M88.2": (0x000000000014783B, 0x000FE80000000100, "da"),
    "LDSM.16.M88.4": (0x000000000010783B, 0x000FE20000000200, "da"),
    "ATOMS.ADD": (0x000000050017738C, 0x000E620000000000, "dab"),
    "LDG.E": (0x000000061C077981, 0x004EA8000C1E1900, "daB"),
    "LDG.E.64": (0x000000061C167981, 0x002EE8000C1E1B00, "daB"),
    "LDG.E.128": (0x000000061C0C7981, 0x000EE8000C1E1D00, "daB"),
    "LDG.E.64.STRONG.GPU": (0x000000061C027981, 0x000EE2000C1EFB00, "daB"),
    "STG.E": (0x000000041C007986, 0x000FE8000C101906, "abC"),
    "STG.E.64": (0x000000021C007986, 0x000FE8000C101B06, "abC"),
    "STG.E.128": (0x000000141C007986, 0x000FE8000C101D06, "abC"),
    "LDGSTS.E.BYPASS.128": (0x000000000C137FAE, 0x0005E2000B901C46, "daC"),
    "HMMA.16816.F32": (0x000000041008723C, 0x080FEC0000001808, "dabc"),
    "HMMA.16816.F16": (0x000000040C10723C, 0x000FE20000000804, "dabc"),
    "HMMA.1688.F32": (0x000000040208723C, 0x080FE80000001008, "dabc"),
    "HMMA.1688.F16": (0x000000041210723C, 0x000FE20000000010, "dabc"),
    "IMMA.16832.S8.S8": (0x000000040C0C7237, 0x000FEC0000405C04, "dabc"),
    "BAR.SYNC.DEFER_BLOCKING": (0x0000000000007B1D, 0x000FE20000010000, ""),
    "LDGDEPBAR": (0x00000000000079AF, 0x000E220000000000, ""),
    "ULDC.64": (0x0000820000047AB9, 0x000FE20000000A00, "D"),
    "R2UR": (0x00000000000472CA, 0x000FE200000E0000, "Da"),
    "UIADD3": (0x0000000504047290, 0x000FE2000FFFE006, "DABC"),
    "UIMAD": (0x00000005040472A4, 0x000FE2000F8E0206, "DABC"),
    "BRA": (0x0000000000007947, 0x000FEA0003800000, ""),
    "EXIT": (0x000000000000794D, 0x000FEA0003800000, ""),
}
# Bit of the word at which a letter's number begins.
_PLACES = {"d": 16, "a": 24, "b": 32, "c": 64}
_CONTROL, _CONTROL_BITS = 105, 21
NONE = 7


@dataclass(frozen=True)
class Word:
    """One instruction of 128 bits, and how nvdisasm has to read its opcode."""

    opcode: str
    bits: int

    @property
    def data(self) -> bytes:
        return self.bits.to_bytes(16, "little")


def word(
    opcode: str,
    *registers: int,
    stall: int = 1,
    write: int = NONE,
    read: int = NONE,
    wait: int = 0,
    reuse: int = 0,
    yields: bool = False,
) -> Word:
    """An instruction with these registers, in the order of its operands as nvdisasm writes them
    (of stores: address, data), each a number; 255 is RZ.

    `stall`, `write`, `read` (7: none), `wait` (a mask), `reuse` and `yields` make its control code.
    """
    lower, upper, letters = _FORMS[opcode]
    if len(registers) != len(letters):
        raise ValueError(f"{opcode} has registers {letters!r}, not {len(registers)}")
    bits = upper << 64 | lower
    for letter, number in zip(letters, registers, strict=True):
        wide = 6 if letter.isupper() else 8
        bits = _with(bits, _PLACES[letter.lower()], wide, number)
    control = stall | (not yields) << 4 | write << 5 | read << 8 | wait << 11 | reuse << 17
    return Word(opcode, _with(bits, _CONTROL, _CONTROL_BITS, control))


def immediate(dest: int, value: int, stall: int = 6) -> Word:
    """MOV R[dest], value; the stall count covers its latency."""
    made = word("MOV", dest, 0, stall=stall).bits
    made = _with(made, 0, 12, 0x802)
    return Word("MOV", _with(made, 32, 32, value))


def branch(words: int, predicate: int = 7, stall: int = 5) -> Word:
    """BRA over the given number of following words (negative: backward), if the predicate holds."""
    made = word("BRA", stall=stall).bits
    made = _with(made, 12, 4, predicate)
    # In units of four bytes: the low 8 bits, and in a separate field the others with the sign.
    distance = words * 4
    made = _with(made, 16, 8, distance & 0xFF)
    return Word("BRA", _with(made, 34, 48, distance >> 8 & (1 << 48) - 1))


def offset_by(instruction: Word, distance: int) -> Word:
    """A memory instruction with a signed 24-bit number of bytes added to its address."""
    return Word(instruction.opcode, _with(instruction.bits, 40, 24, distance & 0xFFFFFF))


def _with(bits: int, first_bit: int, wide: int, value: int) -> int:
    if not 0 <= value < 1 << wide:
        raise ValueError(f"{value} does not fit in {wide} bits")
    mask = (1 << wide) - 1 << first_bit
    return bits & ~mask | value << first_bit
