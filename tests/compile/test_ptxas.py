"""The same PTX by several releases of ptxas."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from accesses import needs_compiler

from gpusim.errors import NoCompiler, UserError
from schedules.compile import toolkit as releases
from schedules.compile.toolkit import ptxas

HERE = Path(__file__).parent


def installed(release: str) -> bool:
    try:
        return bool(ptxas(release))
    except UserError:
        return False


needs_ptxas = pytest.mark.skipif(not installed("13.0"), reason="the extra nvcc installs ptxas 13.0")


# PTX, its architecture, a release or level without the fault, what is found, and at which line.
FAULTS = [
    ("cache_hint.ptx", "sm_90", "13.0-O0", "illegal-instruction", "cp.async.cg.shared.global.L2"),
    ("negated_maximum.ptx", "sm_100", "13.0-O0", " elements wrong", "max.s32 %r8, %r5, %r7;"),
    ("packed_addition.ptx", "sm_90", "13.0-O0", " elements wrong", "add.s16x2 %r4, %r2, %r3;"),
    ("packed_addition.py", "sm_90", "13.0-O0", " elements wrong", "add.u16x2 %r1, %r2, %r3;"),
    ("wgmma_operand.ptx", "sm_90", "13.0-O0", "matrix-in-flight", "add.f16x2 %r110, %r110, %r62;"),
]


@needs_compiler
@needs_ptxas
@pytest.mark.parametrize(("file", "arch", "right", "kind", "line"), FAULTS)
def test_a_fault_of_ptxas_is_found_and_its_instruction_named(cli, file, arch, right, kind, line):
    path = str(HERE / file)
    code, out, _ = cli("verify", path, "--arch", arch, "--compilers", f"13.0,{right}", "--json")
    wrong, correct = json.loads(out)["items"]
    assert code == 1 and (wrong["verdict"], correct["verdict"]) == ("wrong", "correct")
    assert kind in wrong["failures"][0]
    assert f"first difference from ptxas {right}: line " in wrong["notes"][-1]
    assert line in wrong["notes"][-1]


@needs_compiler
@needs_ptxas
def test_a_fault_of_the_ptx_is_one_by_all_releases(cli, tmp_path):
    """Without its copies, the loop overwrites an operand that wgmma still reads."""
    for file in HERE.glob("wgmma_operand*"):
        text = file.read_text()
        for copy, original in zip(("76", "78", "80", "82"), range(110, 106, -1), strict=True):
            text = text.replace(f"\tmov.b32 %r{copy}, %r{original};\n", "")
            text = text.replace(f"%r{copy}", f"%r{original}")
        (tmp_path / file.name).write_text(text)
    path = str(tmp_path / "wgmma_operand.ptx")
    releases_ = [release for release in ("13.0", "13.4") if installed(release)]
    _, out, _ = cli("verify", path, "--compilers", ",".join(releases_), "--json")
    assert {one["verdict"] for one in json.loads(out)["items"]} == {"wrong"}


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        (
            "13.99",
            NoCompiler,
            "ptxas 13.99 is not installed: pip install .*13.99 'nvidia-cuda-nvcc==13",
        ),
        ("12.99", NoCompiler, "'nvidia-cuda-nvcc-cu12==12.99"),
        ("newest", UserError, "'newest' is no release of ptxas"),
    ],
)
def test_a_release_that_is_not_there_says_what_to_install(name, error, message):
    with pytest.raises(error, match=message):
        ptxas(name)


@pytest.mark.parametrize(
    ("release", "version"), [("12.9", "8.8"), ("13.0", "9.0"), ("13.4", "9.3"), ("12.8", "8.7")]
)
def test_ptx_is_given_to_a_release_as_its_own_version(release, version):
    assert releases._for_release(".version 9.3\n", release) == f".version {version}\n"
    assert releases._for_release(".version 8.0\n", release) == ".version 8.0\n"


@needs_compiler
@pytest.mark.parametrize("version", ["8.7", "9.9"])
def test_ptx_of_a_newer_version_names_the_ways_out(cli, tmp_path, version):
    for file in HERE.glob("cache_hint*"):
        (tmp_path / file.name).write_text(
            file.read_text().replace(".version 8.7", f".version {version}")
        )
    code, _, err = cli("verify", str(tmp_path / "cache_hint.ptx"))
    assert ("give the cubin" in err) == (code == 2) == (version == "9.9")


CALLS = """
typedef int (*Function)(int);
__device__ __noinline__ int twice(int v) { return 2 * v; }
__device__ __noinline__ int next(int v) { return v + 1; }
__global__ void call(int* p) {
  int held[4];
  Function f = p[threadIdx.x] & 1 ? twice : next;
  held[threadIdx.x & 3] = f(threadIdx.x);
  p[threadIdx.x] = held[threadIdx.x & 3];
}
"""


@needs_compiler
@pytest.mark.parametrize("release", ["13.0", "13.5"])
@pytest.mark.parametrize("options", ["", "-G"])
def test_code_for_debugging_and_a_stack_of_unknown_size_run(cli, tmp_path, release, options):
    """ptxas does not optimize code for debugging; 13.5 writes an unknown size as 2^32 - 1."""
    if not installed(release):
        pytest.skip(f"ptxas {release} is not installed")
    (tmp_path / "calls.cu").write_text(CALLS)
    launch = ("--grid", "1", "--block", "32", "--arg", "p:int32[32]:inout:0..9")
    asked = ("verify", tmp_path / "calls.cu", "--compilers", release, "--json", *launch)
    code, out, _ = cli(*asked, *(["--compile-options", options] if options else []))
    (item,) = json.loads(out)["items"]
    assert (code, item["failures"]) == (0, [])
