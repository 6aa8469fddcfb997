"""Which access of the TIR each machine instruction carries out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from accesses import counted, kernels, needs_compiler, rung
from conftest import lowered
from exhaustive import every

from gpusim.counting.costs import GLOBAL, SHARED, Cost, InstructionCount
from schedules.analyses.accesses.access import MACHINE_CODE
from schedules.analyses.accesses.analysis import analyze
from schedules.analyses.accesses.attribution import attributed, grouped
from schedules.analyses.accesses.sites import Site
from schedules.analyses.accesses.source_accesses import Place
from schedules.analyses.accesses.ways import LOAD, PAST_LANES, STORE

# One rung for each thing that nvcc does to accesses.
PLACED = [
    "gemm/sgemm_tvm:naive",  # keeps sums in a register, moves the store out of the loop
    "gemm/sgemm_tvm:thread_tile",  # merges stores
    "gemm/sgemm_tvm:register_prefetch",  # two nested pipelines
    "gemm/sgemm_cuda:shared_tile",  # merges one of two loads of a line, over iterations
    "gemm/sgemm_cuda:float4_fetch",  # stores a vector element by element
    "gemm/sgemm_geforce:l1_only",  # shares loads among lines
    "gemm/hgemm:cp_async",  # writes padding ahead of asynchronous copies
    "gemm/hgemm:wmma",  # gives a buffer the bytes of others
    "gemm/hgemm:wgmma",
    "gemm/hgemm:wgmma_tma",
    "gemv/fast_gemv:int4_mma",  # moves a load behind a branch
    "gemv/fast_gemv:table_int4",  # shares a load among iterations
    "gemv/fast_gemv:int4",  # loads one value for all of a loop's uses
    "gemv/hgemv:warp1",
]


@needs_compiler
@pytest.mark.parametrize("path", every(PLACED, 4))
def test_every_instruction_has_its_access(path):
    for kernel in kernels(path, code=True):
        by_lanes = [one for one in kernel.accesses if one.way not in PAST_LANES]
        assert {one.origin for one in by_lanes} == {MACHINE_CODE}
        assert all("[" in one.expression for one in by_lanes), "an access, no bare instruction"
        placed = [each for one in by_lanes for each in one.counts]
        real = [one for one in kernel.counted.instructions if not one.padding]
        assert sorted(map(id, placed)) == sorted(map(id, real))
        assert kernel.problem == ""


# --- what decides ---------------------------------------------------------------------------------


def site(statement: int, buffer: str, scope: str = SHARED, kind: str = LOAD) -> Site:
    return Site(statement, buffer, buffer, scope, kind, "", 4, ("int", 0), (), {})


def ran(line: int, opcode: str, reach=None, *, array: str = "", text: str = "") -> InstructionCount:
    scope = SHARED if reach else GLOBAL
    return InstructionCount(line, text or opcode, opcode, scope, 1, Cost(1, 1, 1, 4), array, reach)


# A and B are stored on lines 1 and 2 and both loaded on line 4; line 3 has a barrier.
SITES = [site(0, "A", kind=STORE), site(1, "B", kind=STORE), site(2, "A"), site(2, "B")]
PLACES = [Place(line, line, line, "") for line in (1, 2, 4, 4)]
STORES = [ran(1, "STS", (0, 64)), ran(2, "STS", (64, 128))]


def owner(one: InstructionCount, sites=SITES, places=PLACES, others=STORES):
    """Buffer and kind of the access that an instruction belongs to."""
    owned = attributed(grouped(sites, places), [*others, one])
    (group,) = [group for group, own in owned.items() if one in own]
    return group and (group.site.buffer, group.site.kind)


def test_the_bytes_tell_accesses_of_a_line_apart():
    assert owner(ran(4, "LDS", (0, 16))) == ("A", LOAD)
    assert owner(ran(4, "LDS", (96, 128))) == ("B", LOAD)


def test_a_load_with_the_line_of_a_barrier_belongs_to_what_its_bytes_say():
    """ptxas gives an LDS.128 that it peels from a loop the line of the barrier before it."""
    assert owner(ran(3, "LDS", (64, 80), text="LDS.128 R4, [R1]")) == ("B", LOAD)


def test_what_is_not_sure_belongs_to_nothing():
    # Bytes of both, bytes of neither, and two loads of A in other lines.
    assert owner(ran(4, "LDS", (32, 96))) is None
    assert owner(ran(3, "LDS", (512, 516))) is None
    twice = [*SITES, site(3, "A")], [*PLACES, Place(9, 9, 9, "")]
    assert owner(ran(3, "LDS", (0, 16)), *twice) is None
    assert owner(ran(9, "LDS", (0, 16)), *twice) == ("A", LOAD)


def test_the_array_tells_accesses_of_a_line_apart():
    sites = [site(0, "A", GLOBAL), site(0, "B", GLOBAL), site(0, "A", GLOBAL, STORE)]
    places = [Place(1, 1, 1, "")] * 3
    assert owner(ran(1, "LDG", array="B"), sites, places, []) == ("B", LOAD)
    assert owner(ran(1, "STG", array="A"), sites, places, []) == ("A", STORE)
    assert owner(ran(1, "LDG"), sites, places, []) is None


def test_padding_belongs_to_nothing():
    padding = ran(4, "LDS", (0, 0), text="@!PT LDS RZ, [RZ]")
    owned = attributed(grouped(SITES, PLACES), [*STORES, padding])
    assert padding.padding and padding not in sum(owned.values(), [])


# --- rows -----------------------------------------------------------------------------------------


@needs_compiler
def test_an_instruction_of_no_access_has_its_own_row():
    one = lowered(rung("gemm/sgemm_tvm:vthread"), shape=(256, 256, 64))
    (launch,) = counted(one)
    (whole,) = analyze(one, [launch])
    moved = tuple(replace(each, line=1) for each in launch.instructions)
    (strayed,) = analyze(one, [replace(launch, instructions=moved)])
    rows = [each for each in strayed.accesses if "is unknown" in each.note]
    # Each line loads another part of A: without its line no load's access is known.
    assert {each.buffer for each in rows} >= {"", "C"}
    assert all(each.line == 1 and "[" not in each.expression for each in rows)
    assert sum(each.cost.taken for each in strayed.accesses) == sum(
        each.cost.taken for each in whole.accesses
    )
