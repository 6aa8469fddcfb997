"""Which parameters run by default, and which only with `--exhaustive` (`make test-all`).

Sets that grow with the ladders are sampled: the default run takes a kernel of every mechanism, so
that a broken check or lowering pass still fails it; `make test-all` takes every kernel.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest

# One rung per mechanism: what the others of its ladder vary is a tile or a launch.
REPRESENTATIVES = {
    # plain loads, vthread, float4, double buffer, register prefetch, cp.async
    "gemm/sgemm_tvm:naive",
    "gemm/sgemm_tvm:vthread",
    "gemm/sgemm_tvm:software_pipeline",
    "gemm/sgemm_tvm:cp_async",
    "gemm/sgemm_cuda:double_buffer",
    "gemm/sgemm_cuda:tensor_core",
    "gemm/sgemm_geforce:float4_read",
    "gemm/sgemm_geforce:add_at_end",
    "gemm/sgemm_cpu:parallel",
    # packed halves, wmma, ldmatrix and mma, wgmma, TMA, clusters, warp specialization
    "gemm/hgemm:half2",
    "gemm/hgemm:wmma",
    "gemm/hgemm:mma_ldmatrix",
    "gemm/hgemm:wgmma_tma",
    "gemm/hgemm:multicast",
    "gemm/hgemm:producer",
    "gemm/epilogue:fused",
    "gemm/fp8gemm:pairs",
    "gemm/fp8gemm:wgmma_tma",
    "gemm/tall:split_k",
    "gemm/w4a16:packed",
    "gemm/w4a16:mma",
    # shuffles, two launches, integer dot products, tables
    "gemv/fast_gemv:warp_reduce",
    "gemv/fast_gemv:two_kernel",
    "gemv/fast_gemv:int4",
    "gemv/fast_gemv:int8_mma",
    "gemv/fast_gemv:table_int4",
    "gemv/hgemv:warp16_smem",
}


def sampled(values: Iterable[Any], default: Collection[Any]) -> list[Any]:
    """`values` as parameters of which only those in `default` run without `--exhaustive`."""
    return [
        value if value in default else pytest.param(value, marks=pytest.mark.exhaustive)
        for value in values
    ]


def sampled_tuples(values: Iterable[tuple], default: Iterable[tuple]) -> list[Any]:
    """`sampled` for several parameters at once, a tuple for each test."""
    kept = list(default)
    return [
        value if value in kept else pytest.param(*value, marks=pytest.mark.exhaustive)
        for value in values
    ]


def every(values: Iterable[Any], step: int) -> list[Any]:
    """`values` as parameters of which every `step`-th runs without `--exhaustive`."""
    listed = list(values)
    return sampled(listed, listed[::step])


# --- long tests, by what runs of them by default --------------------------------------------------

# File and test, below tests/ -> every how many of its parameters runs by default, 0 for none.
LONG: dict[str, int] = {
    # An exercise runs twice, with all that its checks need; all are graded by the same code.
    "learning/test_exercises.py::test_the_start_fails_and_the_solution_passes": 9,
    # The machine code of the same rungs is run by gpusim/test_rungs.py, and `make test` compares
    # every dump; planted faults of either check are tests of their own.
    "analyses/verification/test_serial.py::test_every_step_of_every_rung_is_right": 3,
    "core/test_kernel.py::test_every_rung_ends_in_a_kernel_and_declares_its_idle_steps": 4,
    "analyses/accesses/test_profiler_counts.py::test_agreement_with_recorded_counters": 3,
    "analyses/accesses/test_source_accesses.py::test_every_access_has_its_place_in_the_text": 3,
    "gpusim/counting/test_loop_extrapolation.py::test_random_loops": 4,
    "gpusim/counting/test_loop_extrapolation.py::test_schedules_in_no_ladder": 3,
    "gpusim/functional/test_blocks.py::test_rungs": 4,
    # A kernel compiled for each; the arithmetic of all types is tested on values as well.
    "gpusim/functional/test_matrix_shapes.py::test_result": 2,
    "gpusim/functional/test_matrix_shapes.py::test_sparse_mma": 3,
    "gpusim/functional/test_matrix_shapes.py::test_wgmma_with_a_in_registers": 2,
    # Each wait of a kernel is left out in turn; the kernels differ in how many they have.
    "gpusim/sanitizer/test_scoreboards.py::test_a_missing_wait_is_found": 2,
    "analyses/accesses/test_profiler_counts.py::test_no_rung_has_a_counter_that_is_not_analysed": 3,
    "gpusim/isa/test_sass.py::test_instructions_come_from_the_lines_that_ask_for_them": 3,
    "gpusim/timing/test_sm.py::test_bank_conflicts_keep_the_memory_pipe_busy": 2,
    "benchmarks/test_generic.py::test_a_time_is_of_the_kernel_as_it_is": 3,
    "benchmarks/test_generic.py::test_it_computes_what_it_says": 2,
    "gpusim/test_instruction_sequences.py::test_the_machine_knows_every_instruction": 2,
    "benchmarks/test_listings.py::test_a_listing_is_right_at_its_own_extents": 2,
    "te_compat/test_random_schedules.py::test_a_random_schedule_computes_what_it_should": 4,
    "te_compat/test_script.py::test_an_old_script_runs_and_its_own_check_holds": 2,
    "te_compat/test_migrate.py::test_the_new_script_schedules_what_the_old_one_does": 2,
    "te_compat/test_migrate.py::test_the_new_script_runs_as_a_script_and_is_tidy": 2,
    "analyses/test_resources.py::test_cp_async_copies_past_the_registers": 4,
    "tune/engine/test_tuning.py::test_the_same_seed_gives_the_same_record": 2,
    # The same on a smaller space runs by default.
    "tune/strategies/test_ranking.py::"
    "test_ranking_needs_a_third_of_random_searchs_trials_on_the_measured_space": 0,
    # By opcode: rows of one table.
    "gpusim/isa/test_dependences.py::test_nothing_but_what_is_said_matters": 3,
    "gemv/test_fast_gemv.py::test_every_lane_reaches_the_shuffles_and_the_barriers": 4,
    "tune/test_exchange.py::test_traces_that_name_intrinsics_are_read_by_a_fresh_process": 2,
    # README's AutoTVM script runs by default, and the tuner's own command.
    "te_compat/test_autotvm.py::test_a_script_tunes_unmodified": 0,
    # The other way round has more to do, and is tested by default.
    "tune/measuring/test_tunnel.py::test_a_worker_joins_the_tracker_of_another_machine": 0,
}


def mark_long(items: Iterable[pytest.Item]) -> None:
    """Mark the parameters of LONG's tests that run with `--exhaustive` alone."""
    by_test: dict[str, list[pytest.Item]] = {}
    for item in items:
        by_test.setdefault(item.nodeid.removeprefix("tests/").partition("[")[0], []).append(item)
    for name, step in LONG.items():
        kept = [one for one in by_test.get(name, ()) if not one.get_closest_marker("exhaustive")]
        for item in kept if not step else [one for at, one in enumerate(kept) if at % step]:
            item.add_marker(pytest.mark.exhaustive)
