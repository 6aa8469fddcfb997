"""Control codes played back: kernels as compiled are clean, wrong codes are found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import generic_kernels
import numpy as np
import pytest
from exhaustive import every

from gpusim.findings import Findings
from gpusim.isa.decoder import decode
from gpusim.isa.sass import Instruction
from gpusim.launch import Options, Program
from gpusim.sanitizer.scoreboards import Playback, check_control_codes, latency
from gpusim.state.execution import Segment
from schedules.analyses.verification.simulated import described, simulate
from schedules.core.kernel import last_kernel
from schedules.core.problem import Problem
from schedules.core.target import Target
from schedules.sources.names import resolve

CONTROL = re.compile(r"B([\d-]{6}):R(.):W(.):S(\d\d) (?:(@\S+) )?(\S+) ?(.*)")
# Of a wait for a barrier that is not up on the way taken, or whose barrier guards what is waited
# for again: the bits that may go, all together, by number and instruction.
REDUNDANT = {
    "gemm/sgemm_tvm:naive": [],
    "gemm/sgemm_tvm:vthread": [],
    "gemm/sgemm_cuda:tensor_core": [],
    "gemm/hgemm:mma_ldmatrix": [],
    "gemm/hgemm:wgmma_tma": [
        (0, "SYNCS.EXCH.64 URZ, [UR6], UR4"),
        (0, "BSYNC B0"),
        (0, "@P0 BRA.U.ANY"),
        (0, "@P0 BRA.U.ANY"),
    ],
    "gemv/fast_gemv:int4_mma": [],
    "gemv/fast_gemv:row_tile": [(1, "F2FP.F16.F32.PACK_AB R6, R7, R6")],
}


def program(*lines: str) -> Program:
    """From control codes and instructions, as 'B0-----:R-:W-:S04 FADD R0, R1, R2'."""
    made = []
    for at, line in enumerate(lines):
        waits, read, write, stall, *text = CONTROL.fullmatch(line).groups()
        predicate, opcode, operands = (part or "" for part in text)
        barriers = [None if one == "-" else int(one) for one in (write, read)]
        mask = sum(1 << int(one) for one in waits if one != "-")
        control = (None, int(stall), False, *barriers, mask, 0)
        made.append(Instruction(16 * at, predicate, opcode, operands, *control))
    return Program.of("k", made)


def found(*lines: str) -> list[tuple[str, int, int]]:
    """Kind, instruction and the other one, of what is found in a straight line."""
    code = program(*lines)
    noted = Findings()
    check_control_codes(code, [[(0, len(lines))]], noted)
    return [(finding.kind.name, finding.at, finding.other) for finding in noted.wrong]


Paths = Sequence[Sequence[Segment]]


def findings(playback: Playback, paths: Paths) -> Findings:
    """The findings of a program's control codes on these execution paths."""
    playback.findings = Findings()
    for path in paths:
        playback.replay(path)
    return playback.findings


def on_the_way(paths: Paths) -> list[int]:
    """The indices of all instructions that ran."""
    return sorted({index for path in paths for segment in set(path) for index in range(*segment)})


def wait_bits(playback: Playback, paths: Paths) -> list[tuple[int, int]]:
    """Index of an instruction and a barrier that it waits for."""
    codes = playback.program.codes
    return [(index, bit) for index in on_the_way(paths) for bit in codes[index].instruction.waits]


def without(playback: Playback, paths: Paths, bits: Sequence[tuple[int, int]]) -> Findings:
    """The findings if some wait bits are cleared."""
    kept = list(playback.effects)
    for index, bit in bits:
        effect = playback.effects[index]
        waits = tuple(wait for wait in effect.waits if wait != bit)
        playback.effects[index] = effect._replace(waits=waits)
    result = findings(playback, paths)
    playback.effects[:] = kept
    return result


# --- as compiled ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", generic_kernels.LAUNCHES)
def test_compiled_kernels_are_clean(name):
    ran = generic_kernels.run(name)
    kinds = {one.kind.name for one in ran.findings.cases.values()}
    assert not kinds & {"scoreboard", "stall-count"}
    # Every instruction that some warp issued is on one of the ways that were played back.
    assert on_the_way(ran.paths) == np.flatnonzero(ran.counts.issued).tolist()


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", every(REDUNDANT, 2))
def test_a_missing_wait_is_found(path):
    (rung,) = resolve(path).rungs
    kernel = last_kernel(rung, rung.at(next(iter(rung.verify_shapes()))), Target.parse("sm_90"))
    inputs = Problem.of(kernel.workload, np.random.default_rng(0), "random").inputs
    (ran,) = simulate(kernel, inputs).launches
    playback = Playback(ran.program, Findings())
    assert not findings(playback, ran.paths).cases
    bits = wait_bits(playback, ran.paths)
    redundant = [bit for bit in bits if not without(playback, ran.paths, [bit]).cases]
    # Two of them could guard the same register.
    assert not without(playback, ran.paths, redundant).cases
    codes = ran.program.codes
    missed = [(bit, codes[at].instruction.text) for at, bit in redundant]
    assert len(missed) == len(REDUNDANT[path])
    for (bit, text), (known, start) in zip(missed, REDUNDANT[path], strict=True):
        assert bit == known and text.startswith(start)
    assert len(bits) > len(missed)


def test_a_loop_is_played_back_twice_and_that_is_enough():
    ran = generic_kernels.run("horner")
    playback = Playback(ran.program, Findings())
    (way,) = ran.paths
    assert len(way) > 10
    # A segment of no instructions before each makes every pair of neighbours another.
    whole = [part for at, segment in enumerate(way) for part in ((-at, -at), segment)]
    bits = wait_bits(playback, ran.paths)
    for bit in bits:
        cases = without(playback, [whole], [bit]).cases
        assert cases.keys() == without(playback, [way], [bit]).cases.keys()
    assert bits


# --- planted --------------------------------------------------------------------------------------


def test_a_finding_names_both_instructions_and_their_lines():
    code = generic_kernels.program("axpy")
    at = max(one.at for one in code.codes if one.instruction.wait_mask and one.base == "FFMA")
    wrong = code.codes[at].instruction._replace(wait_mask=0)
    codes = list(code.codes)
    codes[at] = replace(codes[at], instruction=wrong)
    changed = replace(code, codes=tuple(codes))
    # What ptxas scheduled is not judged by the simulator's tables.
    noted = generic_kernels.run("axpy", code=changed).findings
    assert not noted.wrong and {one.kind.name for one in noted.notes} >= {"scoreboard"}
    ran = generic_kernels.run("axpy", Options(hand_written=True), changed)
    assert set(ran.findings.names()) == {"scoreboard"}
    (*_, last) = ran.findings.wrong
    assert last.at == at and codes[last.other].base in ("LDG", "LDC")
    text = described(last, ran.program)
    assert wrong.text in text and codes[last.other].instruction.text in text
    assert text.count("CUDA line") == 2


LOADS = "B------:R-:W-:S04 LDS R0, [R9]", "B------:R-:W0:S04 LDS R1, [R9+0x4]"


def test_shared_loads_come_in_order():
    assert not found(*LOADS, "B0-----:R-:W-:S04 FADD R2, R0, R1")
    early = found(*LOADS, "B------:R-:W-:S04 FADD R2, R0, R1")
    assert early == [("scoreboard", 2, 0), ("scoreboard", 2, 1)]


def test_global_loads_come_as_they_please():
    loads = [line.replace("LDS", "LDG.E").replace("[R9", "desc[UR4][R8.64") for line in LOADS]
    assert found(*loads, "B0-----:R-:W-:S04 FADD R2, R0, R1") == [("scoreboard", 2, 0)]


def test_a_result_under_way_is_not_overwritten():
    load = "B------:R-:W0:S04 LDG.E R0, desc[UR4][R8.64]"
    assert found(load, "B------:R-:W-:S04 MOV R0, R1") == [("scoreboard", 1, 0)]
    assert not found(load, "B0-----:R-:W-:S04 MOV R0, R1")
    # An instruction that never runs writes nothing.
    assert not found(load, "B------:R-:W-:S04 @!PT MOV R0, R1")


def test_lanes_that_a_predicate_parts_do_not_meet():
    """NVRTC has such pairs: what is loaded, and zero for the lanes that load nothing."""
    load = "B------:R-:W0:S04 @P0 LDG.E R0, desc[UR4][R8.64]"
    rest = "B------:R-:W-:S13 @!P0 MOV R0, RZ"
    assert not found(load, rest, "B0-----:R-:W-:S04 FADD R2, R0, R0")
    # The load is still under way, and another decision parts other lanes.
    assert found(load, rest, "B------:R-:W-:S04 FADD R2, R0, R0") == [("scoreboard", 2, 0)]
    assert found(load, rest.replace("!P0", "P0")) == [("scoreboard", 1, 0)]
    assert found(load, rest.replace("!P0", "!P1")) == [("scoreboard", 1, 0)]
    again = "B------:R-:W-:S13 ISETP.NE.AND P0, PT, R5, RZ, PT"
    assert found(load, again, rest) == [("scoreboard", 2, 0)]


STORE = "B------:R0:W-:S04 STG.E desc[UR4][R8.64], R0"


@pytest.mark.parametrize(
    ("later", "early"),
    [
        ("B------:R-:W-:S04 MOV R0, R1", True),
        ("B0-----:R-:W-:S04 MOV R0, R1", False),
        # What is loaded from global memory may be there before the store has read its data, but
        # not what is loaded from shared memory.
        ("B------:R-:W1:S04 LDG.E R0, desc[UR4][R2.64]", True),
        ("B------:R-:W1:S04 LDS R0, [R2]", False),
    ],
)
def test_sources_are_not_overwritten_early(later, early):
    assert found(STORE, later) == ([("scoreboard", 1, 0)] if early else [])


def test_a_barrier_may_be_waited_for_in_part():
    lines = [
        "B------:R-:W0:S04 LDG.E R0, desc[UR4][R8.64]",
        "B------:R-:W0:S04 LDG.E R1, desc[UR4][R8.64+0x4]",
        "B------:R-:W-:S04 DEPBAR.LE SB0, 0x1",
        "B------:R-:W-:S04 FADD R2, R0, R0",
    ]
    assert not found(*lines)
    assert found(*lines[:3], "B------:R-:W-:S04 FADD R2, R1, R1") == [("scoreboard", 3, 1)]


def test_a_fence_is_over_before_a_barrier():
    fence = "B------:R-:W2:S04 FENCE.VIEW.ASYNC.S"
    assert found(fence, "B------:R-:W-:S04 BAR.SYNC 0x0") == [("scoreboard", 1, 0)]
    assert not found(fence, "B--2---:R-:W-:S04 BAR.SYNC 0x0")


def test_a_predicate_alone_is_guarded_by_the_barrier_of_what_is_read():
    atomic = "B------:R0:W-:S04 ATOM.E.ADD.F16x2.RN.STRONG.GPU P0, RZ, desc[UR4][R4.64], R3"
    assert not found(atomic, "B0-----:R-:W-:S05 @P0 MOV R0, R1")
    assert found(atomic, "B------:R-:W-:S05 @P0 MOV R0, R1") == [("scoreboard", 1, 0)]


def test_cycles_are_counted_between():
    first, last = "B------:R-:W-:S{:02} FFMA R0, R1, R2, R3", "B------:R-:W-:S01 FADD R4, R0, R0"
    between = "B------:R-:W-:S02 FFMA R5, R6, R7, R8"
    assert not found(first.format(4), last)
    assert found(first.format(3), last) == [("stall-count", 1, 0)]
    assert not found(first.format(2), between, last)
    assert found(first.format(1), between, last) == [("stall-count", 2, 0)]


@pytest.mark.parametrize(
    ("producer", "consumer", "register", "cycles"),
    [
        ("FFMA R0, R1, R2, R3", "FFMA R4, R0, R1, R2", ("R", 0), 4),
        ("FFMA R0, R1, R2, R3", "LOP3.LUT R4, R0, R1, R2, 0x3c, !PT", ("R", 0), 5),
        ("IADD3 R0, R1, R2, R3", "IADD3 R4, R0, R1, R2", ("R", 0), 4),
        ("IADD3 R0, R1, R2, R3", "STG.E desc[UR4][R8.64], R0", ("R", 0), 5),
        # The lower word of a wide product comes two cycles sooner.
        ("IMAD.WIDE R0, R2, R3, R4", "IADD3 R4, R0, R1, R2", ("R", 0), 3),
        ("IMAD.WIDE R0, R2, R3, R4", "IADD3 R4, R1, R1, R2", ("R", 1), 5),
        # The upper word of an addend of two is read two cycles later.
        ("IMAD.MOV.U32 R5, RZ, RZ, R3", "IMAD.HI R4, R3, R2, R4", ("R", 5), 2),
        ("IMAD.MOV.U32 R4, RZ, RZ, R3", "IMAD.HI R4, R3, R2, R4", ("R", 4), 4),
        ("DFMA R0, R2, R4, R6", "DADD R4, R0, R2", ("R", 0), 8),
        ("HMMA.16816.F32 R0, R4, R8, R0", "HMMA.16816.F32 R0, R4, R8, R0", ("R", 0), 24),
        ("ISETP.GE.AND P0, PT, R0, R1, PT", "@P0 BRA `(.L)", ("P", 0), 13),
        ("ISETP.GE.AND P0, PT, R0, R1, PT", "SEL R0, R1, R2, P0", ("P", 0), 4),
        ("ULDC UR4, c[0x0][0x210]", "IMAD R0, R1, UR4, R2", ("UR", 4), 2),
        ("UIADD3 UR4, UR5, UR6, URZ", "IADD3 R0, R1, UR4, R2", ("UR", 4), 6),
        ("R2UR UR4, R0", "IADD3 R0, R1, UR4, R2", ("UR", 4), 13),
        ("IADD3 R0, R1, R2, R3", "REDUX.SUM UR4, R0", ("R", 0), 4),
        ("LEA.HI R0, R1, R2, RZ, 0x1f", "MATCH.ANY R4, R0", ("R", 0), 4),
        # wgmma is waited for otherwise.
        ("HGMMA.64x8x16.F32 R24, gdesc[UR4], R24", "FADD R0, R24, R25", ("R", 24), 0),
    ],
)
def test_latencies(producer, consumer, register, cycles):
    codes = []
    for text in (producer, consumer):
        predicate, opcode, operands = re.fullmatch(r"(?:(@\S+) )?(\S+) ?(.*)", text).groups()
        control = (None, 1, False, None, None, 0, 0)
        codes.append(decode(0, Instruction(0, predicate or "", opcode, operands, *control)))
    guards = codes[1].predicate is not None
    assert latency(*codes, register, guards=guards) == cycles
