"""What rungs passed, by ladder and check."""

from __future__ import annotations

from publishing import with_verdicts

from schedules.catalog import ladder, ladders
from schedules.results.verdicts import checked


def test_verdicts_are_counted_per_ladder():
    (one,) = checked(with_verdicts(), ladders())
    assert (one.ladder, one.rungs) == ("gemm/sgemm_tvm", len(ladder("gemm/sgemm_tvm").rungs))
    # Six rungs are timed, of which naive is wrong elsewhere; warp_tile was only verified.
    assert one.passed == {
        "right": 6,
        "memcheck": 3,
        "racecheck": 1,
        "synccheck": 2,
        "initcheck": 2,
    }
    assert one.failures == [
        "`gemm/sgemm_tvm:naive` at 128 x 256 x 16: random 0 inputs: 2 of 9 wrong",
        "`gemm/sgemm_tvm:vthread` at 128 x 256 x 16, racecheck: 3 errors: "
        "Race reported between Write and Read",
    ]
