"""Machine code of every architecture that the compiler knows: results, findings, counts."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from accesses import needs_compiler
from exhaustive import sampled

from gpusim.chips import ARCHITECTURES, COMPILED
from gpusim.device import Device, run_cubin
from gpusim.errors import UserError
from gpusim.findings import Findings
from gpusim.isa.cubin import read_cubin
from gpusim.isa.decoder import operand
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Options, Program
from gpusim.sanitizer.scoreboards import Playback
from schedules.analyses.verification.verify import machine_checks
from schedules.compile.nvrtc import Nvrtc
from schedules.core.errors import LimitError
from schedules.core.kernel import last_kernel
from schedules.core.target import Target
from schedules.sources.names import resolve

pytestmark = needs_compiler

ARCHS = sorted(ARCHITECTURES)
# Staging through shared memory with 64-bit addresses, halves and shuffles, indices that addresses
# scale (LDS [R0.X4]), asynchronous copies, tensor cores.
RUNGS = (
    "gemm/sgemm_tvm:vthread",
    "gemv/hgemv:warp16_smem",
    "gemm/sgemm_geforce:block_k_8",
    "gemm/sgemm_tvm:cp_async",
    "gemm/sgemm_cuda:tensor_core",
)
BY_DEFAULT = {
    *((arch, RUNGS[1]) for arch in ("sm_89", "sm_120")),
    ("sm_75", RUNGS[0]),
    ("sm_86", RUNGS[2]),
    ("sm_80", RUNGS[4]),
    ("sm_100", RUNGS[0]),
}
# An architecture of each generation: the others of Ampere and Ada share their instructions.
GENERATIONS = sampled(ARCHS, {"sm_75", "sm_80", "sm_90", "sm_120"})

# Each thread writes a word and reads its mirror image, two words apart: two wavefronts a request.
MIRROR = """
extern "C" __global__ void {name}(float* out, const float* in, int n) {{
  __shared__ float words[256];
  words[2 * threadIdx.x] = in[blockIdx.x * n + threadIdx.x];
  {barrier}
  out[blockIdx.x * blockDim.x + threadIdx.x] = words[2 * (n - 1 - threadIdx.x) + {beyond}];
}}
"""


@cache
def cubin(arch: str, beyond: int = 0) -> bytes:
    twins = (("clean", "__syncthreads();"), ("racing", ""))
    text = "".join(MIRROR.format(name=name, barrier=line, beyond=beyond) for name, line in twins)
    return Nvrtc().compile(text, arch).cubin


def ran(arch: str, kernel: str, beyond: int = 0):
    given = np.arange(512, dtype=np.float32)
    device, launch = run_cubin(
        cubin(arch, beyond),
        {"out": np.zeros(512, np.float32), "in": given, "n": np.int32(128)},
        (4, 1, 1),
        (128, 1, 1),
        kernel=kernel,
        outputs={"out"},
    )
    return device.array("out"), given.reshape(4, 128)[:, ::-1].ravel(), launch


def test_what_the_compiler_knows_is_simulated():
    assert set(ARCHS) == set(COMPILED)


@pytest.mark.parametrize("arch", GENERATIONS)
def test_parameters_dimensions_and_shared_memory_are_where_the_code_expects_them(arch):
    out, expected, launch = ran(arch, "clean")
    assert (out == expected).all() and not launch.findings.wrong
    counts = launch.counts
    # Lines of 512 bytes by four blocks; words two apart, of which half a warp's fill the banks.
    assert counts.shared[:, 0].sum() == 2 * 4 * 4 and counts.shared[:, 1].sum() == 2 * 2 * 4 * 4
    assert counts.globally[:, 1].sum() == 2 * 4 * 16
    base = ARCHITECTURES[arch].shared_base
    reaches = {reach for (_, shared), reach in counts.reach.items() if shared}
    assert reaches == {(base, base + 1020)}


@pytest.mark.parametrize("arch", GENERATIONS)
def test_a_race_and_an_access_out_of_bounds_are_found(arch):
    kinds = [finding.kind.name for finding in ran(arch, "racing")[2].findings.wrong]
    assert kinds == ["race-read"]
    kinds = [finding.kind.name for finding in ran(arch, "clean", beyond=2)[2].findings.wrong]
    assert kinds == ["out-of-bounds"]


# Generic pointers to shared, global and local memory, chosen at run time.
GENERIC = """
__device__ __noinline__ float twice(const float* p, int i) { return 2 * p[i]; }
extern "C" __global__ void k(float* out, const float* in, int n) {
  __shared__ float words[64];
  float own[4];
  words[threadIdx.x] = -in[threadIdx.x];
  for (int i = 0; i < 4; i++) own[i + n & 3] = in[i];
  __syncthreads();
  const float* p = threadIdx.x & 1 ? words : in;
  out[threadIdx.x] = twice(p, 63 - threadIdx.x) + twice(own, threadIdx.x & 3);
}
"""


@pytest.mark.parametrize("arch", ARCHS)
def test_generic_addresses_are_of_the_architectures_windows(arch):
    given = np.arange(64, dtype=np.float32)
    device, launch = run_cubin(
        Nvrtc().compile(GENERIC, arch).cubin,
        {"out": np.zeros(64, np.float32), "in": given, "n": np.int32(3)},
        (1, 1, 1),
        (64, 1, 1),
        outputs={"out"},
    )
    lane = np.arange(64)
    expected = 2 * np.where(lane & 1, -given[::-1], given[::-1]) + 2 * ((lane & 3) + 1 & 3)
    assert (device.array("out") == expected).all() and not launch.findings.wrong


@pytest.mark.parametrize("arch", GENERATIONS)
def test_a_wait_that_is_gone_is_found(arch):
    """The clean twin is the code as it is: `ran` above has no finding."""
    image = read_cubin(cubin(arch)).kernel("clean")
    code = [one._replace(wait_mask=0) for one in disassemble(cubin(arch))["clean"]]
    program = Program.of("clean", code, image.architecture)
    arrays = {"out": np.zeros(512, np.float32), "in": np.zeros(512, np.float32)}
    device = Device(arrays, options=Options(hand_written=True))
    call = Call(image, program, (4, 1, 1), (128, 1, 1), 0, ["out", "in", b"\x80\0\0\0"])
    kinds = {finding.kind.name for finding in device.launch(call).findings.wrong}
    assert kinds == {"scoreboard"}


def test_only_turing_relies_on_barriers_for_sources_and_waits_a_cycle_less_for_guards():
    """Its code has findings where the rules of the others are applied to it, and none with its
    own."""
    kernel = kernel_at("gemv/hgemv:warp8_smem", "sm_75")
    ((name, code),) = kernel.sass.items()
    call = kernel.module.calls[0]
    device = Device(kernel.module.arrays(), (), Options(count=False))
    launch = device.launch(call)
    assert not launch.findings.wrong
    for arch, expected in (("sm_75", set()), ("sm_86", {"scoreboard", "stall-count"})):
        findings = Findings()
        playback = Playback(Program.of(name, code, ARCHITECTURES[arch]), findings)
        for path in launch.paths:
            playback.replay(path)
        assert {finding.kind.name for finding in findings.wrong} == expected


def test_a_scaled_register_counts_several_times():
    scaled = operand("[R13.X4+UR4+0x80]")
    assert [part.text for part in scaled.parts] == [*["R13"] * 4, "UR4"] and scaled.value == 0x80


def kernel_at(path: str, arch: str):
    rung = resolve(path, None).rung
    return last_kernel(rung, rung.at(rung.verify_shapes()[0]), Target.parse(arch))


PAIRS = [(arch, path) for arch in ARCHS if arch != "sm_90" for path in RUNGS]


@pytest.mark.parametrize("pair", sampled(PAIRS, BY_DEFAULT), ids=" ".join)
def test_rungs_verify_without_a_finding(pair):
    arch, path = pair
    kernel = kernel_at(path, arch)
    try:
        results = list(machine_checks(kernel))
    except (LimitError, UserError) as refused:
        # Turing has less shared memory, and neither cp.async nor these tensor-core instructions.
        assert arch == "sm_75" and path in RUNGS[3:], refused
        return
    assert results and all(one.ok and one.blocks == one.of for one in results)


def test_another_architecture_is_refused_in_a_line():
    with pytest.raises(UserError, match="does not run SASS for sm_103, only for sm_75"):
        read_cubin(cubin("sm_103"))


CLUSTERS = Path(__file__).with_name("clusters.cu").read_text()


@pytest.mark.parametrize("wrong", [False, True])
@pytest.mark.parametrize("arch", sampled(["sm_90", "sm_100", "sm_120"], {"sm_90", "sm_120"}))
def test_blocks_of_a_cluster_read_each_others_shared_memory(arch, wrong):
    text = CLUSTERS.replace("BARRIER", "__syncwarp()" if wrong else "both.sync()")
    arrays = {"out": np.zeros((3, 4, 32), np.int32), "told": np.zeros((3, 4, 6), np.int32)}
    device, ran = run_cubin(Nvrtc().compile(text, arch).cubin, arrays, (4, 3, 1), (32, 1, 1))
    y, x, lane = np.indices((3, 4, 32))
    if wrong:
        assert any(one.kind.name.startswith("race") for one in ran.findings.wrong)
        return
    assert ran.findings.wrong == []
    assert (device.array("out") == 1000 * y + 100 * (x ^ 1) + lane).all()
    assert (device.array("told")[..., :5] == [4, 3, 1, 2, 2]).all()
    assert (device.array("told")[..., 5] == [0, 1, 0, 1]).all()


@pytest.mark.parametrize("arch", ["sm_80", "sm_86", "sm_87", "sm_89"])
def test_an_architecture_without_clusters_refuses_them_in_a_line(arch):
    text = 'extern "C" __global__ void __cluster_dims__(2) k(float* out) { *out = 1; }'
    with pytest.raises(UserError) as refused:
        run_cubin(
            Nvrtc().compile(text, arch).cubin,
            {"out": np.zeros(1, np.float32)},
            (2, 1, 1),
            (32, 1, 1),
        )
    assert "cluster" in str(refused.value) and len(str(refused.value).splitlines()) == 1
