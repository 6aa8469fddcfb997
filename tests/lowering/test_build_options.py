"""Build options: what they say, and that they reach the emitted CUDA and the launch."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from conftest import last_step, lowered
from tvm import s_tir, te

from gpusim.errors import UserError
from schedules.core.errors import LimitError
from schedules.core.ladder import Build, ladder
from schedules.core.target import DEFAULT_GPU
from schedules.lowering.lower import build_module, lower

STATIC = ladder("gemm/sgemm_tvm")["vectorized_read"]
DYNAMIC = ladder("gemm/sgemm_tvm")["cp_async"]


def shared_arrays(source: str) -> dict[str, int]:
    """Static shared arrays of a kernel's text: name to elements."""
    found = re.findall(r"__shared__ alignas\(\d+\) \w+ (\w+)\[(\d+)\]", source)
    return {name: int(size) for name, size in found}


def lowered_with(rung, **options):
    return lower(last_step(rung).mod, replace(rung.build, **options))


def two_kernels() -> s_tir.Schedule:
    """Two stages, each a kernel of its own; the first one goes through shared memory."""
    a = te.placeholder((64,), "float32", name="A")
    b = te.compute((64,), lambda i: a[i] + 1.0, name="B")
    c = te.compute((64,), lambda i: b[i] * 2.0, name="C")
    sch = s_tir.Schedule(te.create_prim_func([a, b, c]))
    for name in ("B", "C"):
        block, thread = sch.split(sch.get_loops(name)[0], [None, 32])
        sch.bind(block, "blockIdx.x")
        sch.bind(thread, "threadIdx.x")
    copy = sch.cache_read("B", 0, "shared")
    sch.compute_at(copy, sch.get_loops("B")[0])
    sch.bind(sch.get_loops(copy)[-1], "threadIdx.x")
    return sch


def test_describe():
    assert Build().describe() == ""
    both = Build(extra_shared=20480, max_registers=255)
    assert both.describe() == (
        "20480 B of shared memory beyond need, at most 255 registers a thread"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"extra_shared": -1}, "extra_shared = -1: bytes cannot be negative"),
        ({"max_registers": 0}, "max_registers = 0: a thread has 1 to 255 registers"),
        ({"max_registers": 256}, "max_registers = 256: a thread has 1 to 255 registers"),
    ],
)
def test_impossible_options_are_refused(options, message):
    with pytest.raises(UserError, match=message):
        Build(**options)


def test_extra_shared_lengthens_the_last_array():
    before, after = lowered_with(STATIC), lowered_with(STATIC, extra_shared=20480)
    assert shared_arrays(before.source) == {"A_shared_ptr": 2048, "B_shared_ptr": 2048}
    assert shared_arrays(after.source) == {"A_shared_ptr": 2048, "B_shared_ptr": 2048 + 5120}
    assert after.launches[0].static_shared == before.launches[0].static_shared + 20480
    # Nothing but that one declaration differs.
    longer = after.kernel_source.replace("B_shared_ptr[7168]", "B_shared_ptr[2048]")
    assert longer == before.kernel_source


def test_extra_shared_of_a_dynamic_array_is_asked_for_at_launch():
    need = lowered(DYNAMIC).launches[0].dynamic_shared
    after = lowered_with(DYNAMIC, extra_shared=4096)
    assert after.launches[0].dynamic_shared == need + 4096
    build = replace(DYNAMIC.build, extra_shared=4096)
    host = build_module(last_step(DYNAMIC).mod, DEFAULT_GPU, build).mod.inspect_source("ll")
    assert f"i64 {need + 4096}," in host
    assert f"i64 {need}," not in host


def test_extra_shared_counts_against_the_limit():
    with pytest.raises(LimitError, match="53248 B of shared memory exceed .* 49152 B"):
        lowered_with(STATIC, extra_shared=36 * 1024)


def test_max_registers_takes_the_place_of_launch_bounds():
    """nvcc refuses a kernel with both, and ignores --maxrregcount beside launch bounds."""
    before, after = lowered_with(STATIC), lowered_with(STATIC, max_registers=200)
    assert "__launch_bounds__(256) main_kernel" in before.kernel_source
    assert "__maxnreg__(200) main_kernel" in after.kernel_source
    assert "__launch_bounds__" not in after.source
    capped = after.kernel_source.replace("__maxnreg__(200)", "__launch_bounds__(256)")
    assert capped == before.kernel_source


def test_a_register_cap_is_cudas_alone():
    sch = two_kernels()
    for kind in ("opencl", "metal"):
        to = DEFAULT_GPU.of_kind(kind)
        capped = lower(sch.mod, Build(max_registers=64), to)
        assert capped.source == lower(sch.mod, target=to).source
