"""How often machine code runs: loops, predicates, and what leads around an instruction."""

from __future__ import annotations

import pytest
from accesses import instruction

from schedules.inspect.executed import executed
from schedules.inspect.issue_counts import padding_counts


def test_what_leads_around_an_instruction():
    """A branch ahead and an exit do; a branch out of a loop and one of diverged warps do not."""
    code = [
        instruction(0, "LDS R0, [R1]", label=".L_x_0"),
        instruction(1, "BRA.DIV UR4, `(.L_x_9)"),
        instruction(2, "BRA `(.L_x_1)", predicate="@P0"),
        instruction(3, "LDS R0, [R1]"),
        instruction(4, "BRA `(.L_x_0)"),
        instruction(5, "LDS R0, [R1]", label=".L_x_1"),
        instruction(6, "BRA `(.L_x_2)", predicate="@P1"),
        instruction(7, "LDS R0, [R1]", predicate="@P2"),
        instruction(8, "LDS R0, [R1]", label=".L_x_2"),
        instruction(9, "LDS RZ, [RZ]", predicate="@!PT"),
        instruction(10, "EXIT", predicate="@P3"),
        instruction(11, "LDS R0, [R1]"),
        instruction(12, "EXIT"),
        instruction(13, "NOP", label=".L_x_9"),
    ]
    found = executed(code, {})
    assert [one.skipped for one in found] == [False, False, False, True, False, False, True]
    assert [one.predicated for one in found] == [False, False, False, True, False, True, False]
    assert [one.padding for one in found] == [False] * 5 + [True, False]
    # 6 blocks of 40 threads: two warps each.
    assert padding_counts(found, {"blockIdx.x": 6}, (40, 1, 1)) == {("shared", "load"): 12}


def test_a_loop_that_waits_out_of_line_leads_around_nothing():
    """What follows a barrier's wait is run once, though ptxas keeps the waiting behind the end."""
    code = [
        instruction(0, "SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR4], R12"),
        instruction(1, "BRA `(.L_x_9)", predicate="@!P0"),
        instruction(2, "STS [R1], R0", label=".L_x_1"),
        instruction(3, "EXIT"),
        instruction(4, "SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR4], R12", label=".L_x_9"),
        instruction(5, "BRA `(.L_x_9)", predicate="@!P0"),
        instruction(6, "BRA `(.L_x_1)"),
    ]
    (store,) = executed(code, {})
    assert (store.count, store.skipped) == (1, False)


@pytest.mark.parametrize(
    ("start", "compared", "count"),
    [
        ("UMOV UR5, 0x3e", "RZ, UR5", 62),
        ("UMOV UR5, 0x3e", "UR5, URZ", 62),
        ("UMOV UR5, 0x1f", "RZ, UR5", 31),  # unrolled by 2
        ("UMOV UR5, 0x3d", "RZ, UR5", None),  # 61 trips of a loop of 62
        ("UMOV UR5, UR6", "RZ, UR5", None),
        ("UMOV UR6, 0x3e", "RZ, UR5", None),
    ],
)
def test_a_loop_may_count_down(start, compared, count):
    code = [
        instruction(0, start),
        instruction(1, "LDS R0, [R1]", label=".L_x_0"),
        instruction(2, "UIADD3 UR5, UR5, -0x1, URZ"),
        instruction(3, f"ISETP.NE.AND P0, PT, {compared}, PT"),
        instruction(4, "BRA `(.L_x_0)", predicate="@P0"),
        instruction(5, "EXIT"),
    ]
    (load,) = executed(code, {1: 62})
    assert load.count == count
