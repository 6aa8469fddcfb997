"""The opcode table: properties of every instruction, one row per opcode or group of equal ones.

Columns of TABLE ('-': none; lists are separated by blanks):

- pipe: execution pipe of a sub-partition (`timing.issue.PIPES`).
- latency: class for the fixed latency between two instructions (`sanitizer.scoreboards`).
- result: unit of a variable-latency instruction, and its completion order within the unit
  (`sanitizer.scoreboards`).
- access: memory and kind of access. `.matrix` is ldmatrix, `.reduction` an atomic without result,
  `.copy` cp.async; `warp.exchange` uses the memory pipe without memory.
- mix: class in an instruction mix; `arithmetic` and `named` stand for the opcode itself.
- opcodes, without modifiers.
- roles (ROLES).

An opcode without a row is unknown: for an instruction mix it executes on the ALU, or on the uniform
pipe if its name begins with U.

OPERANDS has the opcodes whose operands deviate from the rule: the first operand and the predicates
that directly follow it are results, every other one is a source, and each is one register.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

ROLES = {
    "control": "sets program counters or waits (`functional.control`)",
    "exit": "ends threads",
    "decides": "control flow of other threads depends on it",
    "proxy": "uses or orders the asynchronous proxy",
    "fence": "orders memory accesses of its thread",
    "ordered": "has to follow preceding fences",
    "orders": "orders accesses of different threads, or of groups of copies",
    "waits": "involves other warps in the timing model",
    "move": "its result has the bits of a source",
    "multiply-add": "accumulates into its last source",
    "add": "sum or extremum",
    "product": "matrix product",
    "early": "its uniform result is available early",
}


class Opcode(NamedTuple):
    """Properties of an opcode; '' where a property does not apply."""

    name: str
    pipe: str = "alu"
    latency: str = "alu"
    result: str = ""
    access: str = ""
    mix: str = "integer"
    roles: frozenset[str] = frozenset()
    operands: frozenset[str] = frozenset()

    @property
    def memory(self) -> str:
        """'shared', 'global' (cp.async too), 'local', 'warp' or ''."""
        return self.access.partition(".")[0]

    @property
    def queue(self) -> tuple[str, str] | None:
        """(unit, completion order) of a variable-latency instruction."""
        unit, _, order = self.result.partition(".")
        return (unit, order) if unit else None

    @property
    def is_counted(self) -> bool:
        """Whether it causes wavefronts of shared memory or sectors of global memory."""
        return self.memory in ("shared", "global")


TABLE = """
global  memory   memory          global.load      memory     : LD LDG
global  memory   memory.stores   global.store     memory     : ST STG
memory  memory   memory.shared   shared.load      memory     : LDS
memory  memory   memory.shared   shared.store     memory     : STS STSM
memory  memory   memory.shared   shared.matrix    memory     : LDSM
global  memory   memory.stores   global.atomic    named      : ATOM ATOMG
memory  memory   memory.shared   shared.atomic    named      : ATOMS
global  memory   memory.stores   global.reduction named      : RED REDG
global  memory   memory          local.load       memory     : LDL
global  memory   memory.stores   local.store      memory     : STL
global  memory   memory.copies   global.copy      memory     : LDGSTS
control alu      -               -                named      : LDGDEPBAR : waits orders
control memory   tma             -                integer    : UTMALDG : decides proxy ordered waits
control alu      tma             -                integer    : UTMASTG : proxy ordered waits
control alu      tma             -                integer    : UBLKRED : proxy ordered waits
control alu      tma             -                integer    : UTMAREDG : proxy ordered waits
control alu      tma             -                integer    : UBLKCP : decides proxy ordered waits
control memory   memory.stores   -                integer    : STAS REDAS : decides orders
control alu      -               -                integer    : UCGABAR_ARV UCGABAR_WAIT : orders
control alu      -               -                integer    : UTMACMDFLUSH : orders
control memory   others          -                named      : SYNCS : decides waits
control memory   others          -                integer    : ARRIVES : orders waits
control alu      -               -                named      : BAR : control ordered waits orders
control alu      -               -                control    : ACQBULK : orders
control alu      -               -                control    : PREEXIT
control alu      -               -                integer    : FENCE : proxy fence ordered orders
control alu      -               -                integer    : CCTL CGAERRBAR ERRBAR MEMBAR : fence
control alu      -               -                named      : DEPBAR
control alu      -               -                integer    : ENDCOLLECTIVE WARPGROUP
memory  memory   memory.shared   warp.exchange    named      : SHFL
memory  memory   others          warp.exchange    named      : CREDUX MATCH REDUX
wgmma   alu      -               -                arithmetic : HGMMA QGMMA : proxy ordered product
wgmma   alu      -               -                integer    : BGMMA IGMMA : proxy ordered product
tensor  matrix   -               -                arithmetic : BMMA HMMA IMMA : product
tensor  alu      -               -                arithmetic : DMMA : product
fma     multiply -               -                arithmetic : FFMA : multiply-add
fma     multiply -               -                arithmetic : FADD : add
fma     multiply -               -                arithmetic : FMUL
fma     multiply -               -                integer    : FSWZADD
fma     alu      -               -                arithmetic : FFMA2
half    half     -               -                arithmetic : HFMA2 : multiply-add
half    half     -               -                arithmetic : HADD2 : add
half    half     -               -                arithmetic : HMUL2
alu     half     -               -                integer    : HMNMX2 : add
alu     half     -               -                integer    : HSET2 HSETP2
double  double   -               -                arithmetic : DFMA : multiply-add
double  double   -               -                arithmetic : DADD : add
double  double   -               -                arithmetic : DMUL
double  double   -               -                integer    : DSETP
imad    multiply -               -                integer    : IMAD : multiply-add
imad    multiply -               -                arithmetic : IDP : multiply-add
alu     multiply -               -                integer    : VIADD
alu     alu      -               -                integer    : IADD3 IMNMX VIMNMX : add
alu     alu      -               -                arithmetic : FMNMX FMNMX3 : add
special special  special.sfu     -                arithmetic : MUFU
special special  special.sfu     -                integer    : BREV FCHK FLO POPC
special special  special.sfu     -                conversion : F2F F2I FRND I2F
special alu      -               -                conversion : I2I
alu     alu      -               -                conversion : F2FP F2IP I2FP I2IP
alu     alu      -               -                conversion : PRMT : move
alu     alu      -               -                move       : FSEL MOV SEL : move
alu     alu      -               -                move       : CS2UR MOVM P2R R2P
control alu      -               -                move       : CS2R RPCMOV
uniform alu      -               -                move       : R2UR UR2UR USEL
uniform alu      -               -                move       : ULDC UMOV : early
control special  constant        -                move       : LDC LDCU
control alu      others          -                move       : S2R
control alu      others.uniform  -                move       : S2UR
control alu      others          -                control    : BMOV
alu     alu      others          -                integer    : B2R R2B
alu     alu      memory.shared   -                integer    : QSPC
alu     alu      -               -                named      : VOTE : decides
uniform alu      -               -                integer    : VOTEU : decides early
alu     alu      -               -                integer    : ELECT : decides
control alu      -               -                control    : BRA BREAK BRX BSSY BSYNC : control
control alu      -               -                control    : CALL YIELD : control
control special  -               -                control    : RET WARPSYNC : control
control alu      -               -                control    : EXIT : control exit
control alu      -               -                integer    : BPT KILL : control exit
control alu      -               -                control    : NANOSLEEP NOP PMTRIG
alu     alu      -               -                control    : JMP
alu     alu      -               -                arithmetic : FADD2 FMUL2 IDP4A QMMA
alu     alu      -               -                integer    : BMSK FSET FSETP IABS IADD ISETP LEA
alu     alu      -               -                integer    : LEPC LOP3 PLOP3 SGXT SHF VABSDIFF
alu     alu      -               -                integer    : VABSDIFF4 VHMNMX VIADDMNMX VIMNMX3
alu     alu      -               -                integer    : WARPGROUPSET
uniform alu      -               -                integer    : UBLKPF UBMSK UBREV UFADD UFFMA UFLO
uniform alu      -               -                integer    : UFMNMX UFMUL UFSEL UFSETP UI2F UI2FP
uniform alu      -               -                integer    : UIADD3 UIMAD UIMNMX UISETP ULEA ULOP3
uniform alu      -               -                integer    : UP2UR UPLOP3 UPOPC UPRMT USETMAXREG
uniform alu      -               -                integer    : USGXT USHF UTMACCTL UTMAPF UVIMNMX
"""
# Which operands are results:
# - flagged: predicates and the register behind them
# - ballot: all operands except the last
# - sources: none; so it is for control instructions
# - hint: none, and none is a source
# How many registers an operand stands for:
# - access: as many as a lane moves; matrices: one for each matrix
# - pair: two; long: two with .64, .S64 or .U64; long-source: the same for sources only
# - product, conversion, special, mbarrier, mma, wgmma, box, bulk, call: `decoder.WIDTHS`
OPERANDS = """
flagged     : ATOM ATOMG ATOMS ELECT LOP3 MATCH R2UR SHFL ULOP3
ballot      : VOTE VOTEU
sources     : NANOSLEEP
hint        : CCTL UBLKPF UTMACCTL UTMAPF
access      : ATOM ATOMG ATOMS LD LDC LDCU LDG LDL LDS RED REDAS REDG ST STAS STG STL STS ULDC
matrices    : LDSM STSM
pair        : DADD DFMA DMUL DSETP LEPC
long        : IADD IADD3 ISETP MOV SEL UIADD3 UISETP UMOV USEL
long-source : MATCH
product     : IMAD UIMAD
conversion  : F2F F2I FRND I2F I2FP UI2F UI2FP
special     : CS2R CS2UR
mbarrier    : SYNCS
mma         : BMMA DMMA HMMA IMMA
wgmma       : BGMMA HGMMA IGMMA QGMMA
box         : UTMALDG UTMAREDG UTMASTG
bulk        : UBLKCP UBLKRED
call        : CALL
"""


@cache
def opcodes() -> dict[str, Opcode]:
    """All rows, by name."""
    rows, operands = {}, {}
    for line in filter(None, OPERANDS.splitlines()):
        form, names = line.split(":")
        for name in names.split():
            operands.setdefault(name, set()).add(form.strip())
    for line in filter(None, TABLE.splitlines()):
        properties, names, *roles = line.split(":")
        values = [value.replace("-", "") for value in properties.split()]
        unknown = set(" ".join(roles).split()) - ROLES.keys()
        if unknown:
            raise ValueError(f"unknown roles {unknown} of {names}")
        for name in names.split():
            forms = frozenset(operands.pop(name, ()))
            rows[name] = Opcode(name, *values, frozenset(" ".join(roles).split()), forms)
    if operands:
        raise ValueError(f"operands of opcodes without a row: {sorted(operands)}")
    return rows


def opcode(name: str) -> Opcode:
    """An opcode's row, or the default's."""
    default = Opcode(name, "uniform" if name.startswith("U") else "alu")
    return opcodes().get(name, default)


def with_role(*roles: str) -> frozenset[str]:
    """Names of the opcodes that have any of these roles."""
    return frozenset(name for name, row in opcodes().items() if row.roles.intersection(roles))
