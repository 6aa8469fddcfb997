"""What the simulator's findings say, and faults that no CUDA text of the corpus shows."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from accesses import needs_compiler
from compared import without
from exhaustive import every

from gpusim.chips import CHIPS
from gpusim.device import Device, Ran, resident_blocks
from gpusim.findings import BeyondLimit, WaitsForBlocks
from gpusim.isa.cubin import options_of_ptx, read_cubin
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Options, Program
from schedules.analyses.verification.simulated import affordable
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

ELEMENTS = 1024
TEXTS = tomllib.loads(Path(__file__).with_name("findings.toml").read_text(encoding="utf-8"))
KERNEL = 'extern "C" __global__ void k(float* out, const float* in, const int* n) {'


@cache
def compiled(text: str) -> bytes:
    return Compiler(Target.parse("sm_90")).compile(text).cubin


def arrays() -> dict[str, np.ndarray]:
    """1024 elements each; n[i] is i."""
    return {
        "out": np.full(ELEMENTS, np.nan, np.float32),
        "in": np.random.default_rng(0).uniform(1, 2, ELEMENTS).astype(np.float32),
        "n": np.arange(ELEMENTS, dtype=np.int32),
    }


def launched(
    text: str, grid: int = 1, block: int = 128, leave_out: str = "", shared: int = 0, **options
) -> Ran:
    """Simulate kernel `k`, without the instructions whose opcode begins with `leave_out`."""
    cubin = compiled(text)
    program = Program.of("k", disassemble(cubin)["k"])
    gone = [one.at for one in program.codes if one.instruction.opcode.startswith(leave_out)]
    program = without(program, gone if leave_out else ())
    chosen, given = Options(count=False, **options), arrays()
    image = read_cubin(cubin).kernel("k")
    call = Call(image, program, (grid, 1, 1), (block, 1, 1), shared, list(given))
    granule = program.narrowest("global.store")
    return Device(given, {"out"}, chosen, granule=granule).launch(call)


def thread(x: int, block: int = 0) -> tuple:
    return (block, 0, 0), (x, 0, 0)


# --- attribution ----------------------------------------------------------------------------------

SHARED = """
__shared__ float tile[128];
tile[threadIdx.x] = in[threadIdx.x];
out[threadIdx.x] = tile[threadIdx.x ^ 32];
"""
BLOCKS = "out[threadIdx.x + blockIdx.x * (128 - n[1])] = blockIdx.x;"
BEYOND = "int i = threadIdx.x + n[896] + 1; out[threadIdx.x] = in[i];"
LOCAL = """
float mine[16];
for (int i = 0; i < 16; i++) mine[n[i]] = in[i];
mine[n[3] + n[16]] = 1;
out[threadIdx.x] = mine[n[5]];
"""


@pytest.mark.parametrize(
    ("body", "kind", "memory", "byte", "threads", "count"),
    [
        (SHARED, "race-read", "shared", 128, (thread(0), thread(32)), 128),
        (BLOCKS, "race-same-instruction", "out", 508, (thread(127), thread(0, 1)), 1),
        (BEYOND, "out-of-bounds", "in", 4096, (thread(127),), 1),
        (LOCAL, "out-of-bounds", "local", None, (thread(0),), 128),
    ],
    ids=["shared", "blocks", "global", "local"],
)
@needs_compiler
def test_a_finding_names_memory_byte_and_threads(body, kind, memory, byte, threads, count):
    ran = launched(f"{KERNEL}{body}}}", 2 if body == BLOCKS else 1)
    (found,) = ran.findings.wrong
    assert (found.kind.name, found.memory, found.threads) == (kind, memory, threads)
    assert found.count == count and byte in (None, found.byte)
    line = ran.program.codes[found.at].instruction.line
    assert line == (f"{KERNEL}{body}".count("\n") or 1) if kind == "race-read" else line


@pytest.mark.parametrize(("register", "kinds"), [("UR4", []), ("UR9", ["illegal-instruction"])])
@needs_compiler
def test_a_descriptor_that_no_instruction_writes_is_illegal(register, kinds):
    """As ptxas 13.0 encodes a copy with a constant cache policy (docs/files.md)."""
    cubin, given = compiled(f"{KERNEL}out[threadIdx.x] = in[threadIdx.x];}}"), arrays()
    sass = [
        one._replace(operands=one.operands.replace("desc[UR4]", f"desc[{register}]"))
        for one in disassemble(cubin)["k"]
    ]
    image = read_cubin(cubin).kernel("k")
    call = Call(image, Program.of("k", sass), (1, 1, 1), (32, 1, 1), 0, list(given))
    ran = Device(given, {"out"}, Options(count=False)).launch(call)
    assert [finding.kind.name for finding in ran.findings.wrong] == kinds


WORD = TEXTS["word"]


@needs_compiler
def test_strong_accesses_of_different_widths_race_unless_they_may_be_vectors():
    """SASS does not tell a vector of two words from one word of 64 bits."""
    assert not launched(WORD, 2).findings.wrong
    (found,) = launched(WORD, 2, scalar=True).findings.wrong
    assert found.kind.name == "race-overwrite"
    assert found.note == "a strong access of 4 bytes and one of 8"


PHASE = TEXTS["phase"]


@needs_compiler
@pytest.mark.parametrize(("fence", "kinds"), [("__threadfence();", set()), ("", {"race-read"})])
def test_each_half_of_a_64_bit_counter_releases(fence, kinds):
    """Compilers narrow a load of the counter to the half that holds the phase."""
    assert set(launched(PHASE.replace("FENCE", fence), 2).findings.names()) == kinds


@pytest.mark.parametrize(
    ("ptx", "has"),
    [
        ("ld.volatile.global.v2.u32 {%r1, %r2}, [%rd1];", True),
        ("st.release.gpu.global.v4.f32 [%rd1], {%f1, %f2, %f3, %f4};", True),
        ("ld.relaxed.gpu.global.u64 %rd1, [%rd2];", False),
        ("ld.global.v2.u32 {%r1, %r2}, [%rd1];\nst.volatile.global.u32 [%rd1], %r1;", False),
    ],
)
def test_strong_vectors_are_read_from_ptx(ptx, has):
    options = options_of_ptx(ptx)
    assert (options["scalar"], options["whole"]) == (not has, ".u64" not in ptx)


# --- endings --------------------------------------------------------------------------------------


@needs_compiler
def test_an_endless_loop_ends_at_the_limit_of_steps():
    text = (
        KERNEL
        + """
      unsigned x = threadIdx.x, passes = 0;
      for (; x != n[1000]; passes++) x = x * 1664525 + 1013904223;
      out[threadIdx.x] = passes;
    }"""
    )
    with pytest.raises(BeyondLimit, match="more than 20,000 steps; raise the limit"):
        launched(text, most_steps=20_000)


# Two locks that two warps try in opposite order; one is kept when the other is taken.
LOCKS = TEXTS["locks"]
# A countdown in memory that decides a flag in memory.
COUNTDOWN = TEXTS["countdown"]


@needs_compiler
@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (LOCKS.replace("RELEASED", "true"), set()),
        (LOCKS.replace("RELEASED", "done"), {"deadlock"}),
        (COUNTDOWN.replace("STEP", "1"), set()),
        (COUNTDOWN.replace("STEP", "0"), {"deadlock"}),
    ],
    ids=["locks", "locks kept", "countdown", "countdown stands still"],
)
def test_a_state_that_recurs_in_memory_is_a_deadlock(text, kinds):
    ran = launched(text, block=64 if "lock[2]" in text else 32, most_steps=1_000_000)
    assert set(ran.findings.names()) == kinds


# Two blocks with 100 KB of shared memory fit on an SM.
HELD = TEXTS["held"]


@needs_compiler
@pytest.mark.parametrize(("spare", "kinds"), [(1, set()), (0, {"deadlock"})])
def test_blocks_beyond_what_a_gpu_has_room_for(monkeypatch, spare, kinds):
    few = replace(CHIPS["sm_90"], multiprocessors=2)
    monkeypatch.setitem(CHIPS, "sm_90", few)
    ran = launched(HELD.replace("SPARE", str(spare)), 5, shared=100_000)
    assert set(ran.findings.names()) == kinds


@needs_compiler
def test_what_waits_for_blocks_that_are_not_to_run():
    cubin = compiled(HELD.replace("SPARE", "0"))
    program = Program.of("k", disassemble(cubin)["k"])
    image = read_cubin(cubin).kernel("k")
    call = Call(image, program, (200, 1, 1), (128, 1, 1), 0, ["out", "in", "n"])
    assert resident_blocks(call) == 16 * 132
    with pytest.raises(WaitsForBlocks, match="k: blocks wait for blocks that are not selected"):
        Device(arrays()).launch(call, [(0, 0, 0)])
    # So all are run.
    assert affordable(Device(arrays()), call) is None


@needs_compiler
@pytest.mark.exhaustive
def test_all_blocks_run_if_asked_for():
    text = f"{KERNEL}for (int i = 0; i < n[900] * 90; i++) out[i & 1023] = in[threadIdx.x];}}"
    cubin = compiled(text)
    program = Program.of("k", disassemble(cubin)["k"])
    image = read_cubin(cubin).kernel("k")
    call = Call(image, program, (2000, 1, 1), (128, 1, 1), 0, ["out", "in", "n"])
    assert 0 < len(affordable(Device(arrays()), call)) < 2000
    assert affordable(Device(arrays(), options=Options(all_blocks=True)), call) is None


TWICE = TEXTS["twice"]


@needs_compiler
def test_a_finding_says_in_which_order_of_execution():
    found = launched(TWICE).findings.wrong
    assert found and all("in another order of execution: " in one.note for one in found)


# --- wgmma without what ptxas adds ----------------------------------------------------------------

WGMMA = TEXTS["wgmma"]


@needs_compiler
@pytest.mark.parametrize(
    ("leave_out", "kinds"),
    [
        ("", set()),
        ("WARPGROUP.DEPBAR", {"matrix-in-flight"}),
        ("WARPGROUP.ARRIVE", {"warpgroup-arrive"}),
    ],
)
def test_a_wgmma_without_its_fence_or_wait(leave_out, kinds):
    assert set(launched(WGMMA, leave_out=leave_out).findings.names()) == kinds


# --- dependent launches ---------------------------------------------------------------------------

WAIT = 'asm volatile("griddepcontrol.wait;" ::: "memory");'
# The first kernel writes a and reads b; the second one reads a, or writes b.
FIRST = TEXTS["first"]
READS = "c[t] = a[63 - t];"
DEPENDENT = {
    "no wait": (READS, True),
    "a wait behind the read": (f"float x = a[63 - t]; {WAIT} c[t] = x;", True),
    "a wait of one warp alone": (f"if (t < 32) {{ {WAIT} }} {READS}", True),
    "overwrites what the first one reads": ("b[t] = 0.0f;", True),
    "narrower stores than the first one's": ("((char*)c)[t] = ((char*)a)[t];", True),
    "a wait before the read": (f"{WAIT} {READS}", False),
    "a barrier behind one warp's wait": (
        f"if (t < 32) {{ {WAIT} }} __syncthreads(); {READS}",
        False,
    ),
    "reads what the first one reads": ("c[t] = b[63 - t];", False),
    "writes behind the wait": (f"kept[t] = b[t]; {WAIT} b[t] = kept[t] + 1.0f;", False),
}


def dependent_findings(body: str, dependent: bool) -> set[str]:
    data = compiled(f"{FIRST}{body} }}")
    cubin, sass = read_cubin(data), disassemble(data)
    given = {name: np.zeros(64, np.float32) for name in "abc"}
    device = Device(given, unwritten=("c",))
    names: set[str] = set()
    for kernel, arguments, waits in (("first", "ab", False), ("second", "abc", dependent)):
        image = cubin.kernel(kernel)
        program = Program.of(kernel, sass[kernel], image.architecture)
        call = Call(image, program, (1, 1, 1), (64, 1, 1), 0, tuple(arguments), dependent=waits)
        names |= set(device.launch(call).findings.names())
    return names


@needs_compiler
@pytest.mark.parametrize("name", every(DEPENDENT, 3))
def test_what_precedes_the_wait_of_a_dependent_launch_is_found(name):
    body, faulty = DEPENDENT[name]
    assert dependent_findings(body, dependent=True) == ({"dependent-launch"} if faulty else set())
    assert not dependent_findings(body, dependent=False)
