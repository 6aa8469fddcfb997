"""Natural loops of machine code."""

from __future__ import annotations

from accesses import instruction

from gpusim.isa.program import Program


def test_a_loop_ends_with_its_last_branch_back():
    code = [
        instruction(0, "MOV R0, R1"),
        instruction(1, "LDS R0, [R1]", label=".L_x_0"),
        instruction(2, "BRA `(.L_x_0)", predicate="@P0"),
        instruction(3, "LDS R0, [R1]"),
        instruction(4, "BRA `(.L_x_0)", predicate="@P1"),
        instruction(5, "EXIT"),
    ]
    assert Program.of("", code).natural_loops == [(1, 4)]


def test_a_branch_back_from_out_of_line_closes_no_loop():
    """ptxas keeps the waiting for a barrier behind the kernel's end: only that is a loop."""
    code = [
        instruction(0, "SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR4], R12"),
        instruction(1, "BRA `(.L_x_9)", predicate="@!P0"),
        instruction(2, "STS [R1], R0", label=".L_x_1"),
        instruction(3, "EXIT"),
        instruction(4, "SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR4], R12", label=".L_x_9"),
        instruction(5, "BRA `(.L_x_9)", predicate="@!P0"),
        instruction(6, "BRA `(.L_x_1)"),
    ]
    assert Program.of("", code).natural_loops == [(4, 5)]


def test_only_diverged_warps_take_a_branch_that_comes_back():
    code = [
        instruction(0, "LDS R0, [R1]", label=".L_x_0"),
        instruction(1, "BRA.DIV UR4, `(.L_x_0)"),
        instruction(2, "EXIT"),
    ]
    assert Program.of("", code).natural_loops == [(0, 1)]
