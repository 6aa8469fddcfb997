"""Issue intervals: how often one scheduler can issue instructions of a kind, and register ports."""

from __future__ import annotations

from collections.abc import Sequence

from schedules.core.gpu import Gpu

from .measure import (
    Cubins,
    Measure,
    lengths,
    per_place,
    table,
)  # fmt: skip
from .words import Word, branch, word

PLACES = 96
# Warps per block: one in total, one per scheduler, four per scheduler.
WARPS = (1, 4, 16)
A, B, C = 40, 43, 46
_METHOD = (
    "cycles a warp instruction takes its scheduler: bodies of 96 and 192 equal instructions with "
    "stall counts of one, whose registers depend on nothing, in a loop of 40; the difference over "
    "the instructions of a scheduler's warps. By warps of the block, which has the SM alone"
)


def rotated(opcode: str, step: int, *sources: int, **control: int) -> list[Word]:
    """Copies of an instruction with destinations `step` registers apart."""
    return [word(opcode, 48 + (n * step) % 8, *sources, **control) for n in range(8 // step)]


def _same(instruction: Word) -> list[Word]:
    return [instruction]


def _bodies() -> dict[str, list[Word]]:
    three, wide = (A, B, C), (A, B, 44)
    return {
        "fadd": rotated("FADD", 1, A, B),
        "fmul": rotated("FMUL", 1, A, B),
        "imad": rotated("IMAD", 1, *three),
        "imad_wide": rotated("IMAD.WIDE.U32", 2, *wide),
        "iadd3": rotated("IADD3", 1, *three),
        "lop3": rotated("LOP3.LUT", 1, *three),
        "shf": rotated("SHF.L.W.U32.HI", 1, *three),
        "lea": rotated("LEA", 1, A, B),
        "mov": rotated("MOV", 1, B),
        "sel": rotated("SEL", 1, A, B),
        "isetp": _same(word("ISETP.GE.AND", A, B)),
        "prmt": rotated("PRMT", 1, *three),
        "fmnmx": rotated("FMNMX", 1, A, B),
        "f2fp": rotated("F2FP.F16.F32.PACK_AB", 1, A, B),
        "f2i": rotated("F2I.TRUNC.NTZ", 1, A),
        "f2f_wide": rotated("F2F.F64.F32", 2, A),
        "mufu": rotated("MUFU.EX2", 1, A),
        "popc": rotated("POPC", 1, A),
        "flo": rotated("FLO.U32", 1, A),
        "brev": rotated("BREV", 1, A),
        "dfma": rotated("DFMA", 2, A, 42, 44),
        "uiadd3": [word("UIADD3", 34 + n, 40, 41, 42) for n in range(4)],
        "uimad": [word("UIMAD", 34 + n, 40, 41, 42) for n in range(4)],
        "r2ur": [word("R2UR", 34 + n, A) for n in range(4)],
        "s2r": rotated("S2R", 1),
        "cs2r": rotated("CS2R.32", 1),
        "vote": rotated("VOTE.ANY", 1),
        "redux": [word("REDUX.SUM", 34 + n, A) for n in range(4)],
        "bra_taken": _same(branch(0)),
        "hmma_16816_f32": rotated("HMMA.16816.F32", 4, 40, 44, 28),
        "hmma_16816_f16": rotated("HMMA.16816.F16", 2, 40, 44, 28),
        "hmma_1688_f32": rotated("HMMA.1688.F32", 4, 40, 44, 28),
        "hmma_1688_f16": rotated("HMMA.1688.F16", 2, 40, 44, 28),
        "imma_16832_s8": rotated("IMMA.16832.S8.S8", 4, 40, 44, 28),
    }


def _measure(name: str, body: Sequence[Word]) -> Measure:
    def cubins() -> dict[str, bytes]:
        return lengths(body, PLACES)

    def run(gpu: Gpu, made: Cubins) -> dict:
        entries = {
            str(warps): [
                taken / max(1, warps // 4) for taken in per_place(gpu, made, warps, PLACES)
            ]
            for warps in WARPS
        }
        return most_warps(entries)

    return Measure(f"issue.{name}", "cycles", _METHOD, cubins, run)


def most_warps(entries: dict[str, list[float]]) -> dict:
    """The table of these entries, with the last one as the value."""
    made = table(entries)
    return made["table"][list(entries)[-1]] | made


PORT_OPCODES = ("FFMA", "IMAD", "IADD3", "HFMA2")


def _ports() -> Measure:
    """Intervals without bank conflicts: the three sources are one register."""

    def bodies() -> dict[str, list[Word]]:
        return {
            f"{opcode.lower()}: same register": rotated(opcode, 1, 40, 40, 40)
            for opcode in PORT_OPCODES
        }

    def cubins() -> dict[str, bytes]:
        return {
            f"{label}/{length}": cubin
            for label, body in bodies().items()
            for length, cubin in lengths(body, PLACES).items()
        }

    def run(gpu: Gpu, made: Cubins) -> dict:
        return table(
            {
                label: [taken / 4 for taken in per_place(gpu, made, 16, PLACES, prefix=f"{label}/")]
                for label in bodies()
            }
        )

    return Measure(
        "ports",
        "cycles",
        "issue interval with 16 warps, as of `issue`, of three sources that are one register",
        cubins,
        run,
    )


def measures() -> list[Measure]:
    return [
        *(_measure(name, body) for name, body in _bodies().items()),
        _ports(),
    ]
