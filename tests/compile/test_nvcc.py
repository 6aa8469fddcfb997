"""nvcc: what a stand-in for it is asked for, what is made of its words, and the real one's code."""

from __future__ import annotations

import json
import sys

import pytest
from tvm.support import nvcc as tvms
from tvm.target import Target as TvmTarget

from gpusim.errors import NoCompiler
from schedules.compile import choosing, toolkit
from schedules.compile.compiler import Compiler
from schedules.compile.nvrtc import Nvrtc
from schedules.compile.toolkit import Nvcc
from schedules.core.target import Target

# What nvcc prints of a kernel with ptxas's -v.
LOG = """ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'k' for 'sm_90'
ptxas info    : Function properties for k
    16 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 38 registers, used 1 barriers, 512 bytes smem
ptxas info    : Compile time = 5.3 ms
"""
PROGRAM = """#!{python}
import json, pathlib, sys
here = pathlib.Path({folder!r})
if "--version" in sys.argv:
    print("Cuda compilation tools, release 13.0, V13.0.88")
    sys.exit()
calls = here / "calls.json"
known = json.loads(calls.read_text()) if calls.exists() else []
calls.write_text(json.dumps([*known, sys.argv[1:]]))
if "broken" in open(sys.argv[-1]).read():
    print(sys.argv[-1] + '(2): error: identifier "broken" is undefined')
    sys.exit(2)
pathlib.Path(sys.argv[sys.argv.index("-o") + 1]).write_bytes(b"cubin")
for flag in sys.argv:
    if flag.startswith("--keep-dir="):
        (pathlib.Path(flag.partition("=")[2]) / "kernel.ptx").write_text("ptx")
print({log!r}, end="")
"""


@pytest.fixture
def program(tmp_path, monkeypatch):
    """An nvcc first on PATH that notes how it was called."""
    folder = tmp_path / "bin"
    folder.mkdir()
    file = folder / "nvcc"
    file.write_text(PROGRAM.format(python=sys.executable, folder=str(tmp_path), log=LOG))
    file.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    monkeypatch.setenv("SCHEDULES_CACHE", str(tmp_path / "cache"))
    toolkit.release_of.cache_clear()
    yield tmp_path
    toolkit.release_of.cache_clear()


def flags(call: list[str]) -> list[str]:
    """A call without the names of its files."""
    at = call.index("-o")
    return call[:at] + call[at + 2 : -1]


def test_it_is_called_as_tvm_calls_it(program, monkeypatch):
    monkeypatch.setenv("TVM_CUDA_PTXAS_EXTRA_OPTS", "-O2")
    Nvcc().compile("text", "sm_90a")
    with TvmTarget({"kind": "cuda", "arch": "sm_90"}):
        tvms.compile_cuda(
            "text",
            target_format="cubin",
            arch=["-gencode", "arch=compute_90a,code=sm_90a"],
            compiler="nvcc",
        )
    ours, theirs = json.loads((program / "calls.json").read_text())
    # PTX and CUDA lines are kept besides, which change no instruction.
    kept = ("-lineinfo", "--keep", "--keep-dir")
    assert [flag for flag in flags(ours) if not flag.startswith(kept)] == flags(theirs)


def test_nvcc_compiles_only_where_it_is_chosen(program):
    assert Compiler(Target.parse("sm_90")).backend == Nvrtc()
    with choosing("nvcc"):
        assert Compiler(Target.parse("sm_90")).backend == Nvcc()


def test_what_it_says_of_a_kernel_is_kept(program):
    compiler = Compiler(Target.parse("sm_90"), Nvcc())
    assert compiler.version == "nvcc 13.0"
    made = compiler.compile("text")
    assert (made.cubin, made.ptx) == (b"cubin", "ptx")
    assert "Used 38 registers" in made.log and "16 bytes stack frame" in made.log
    assert "Compile time" not in made.log
    assert compiler.compile("text") == made
    assert len(json.loads((program / "calls.json").read_text())) == 1


# --- the real one ---------------------------------------------------------------------------------


def test_without_an_nvcc_a_line_says_what_to_install(cli, monkeypatch):
    def missing(wheel: str, extra: str = "") -> str:
        raise NoCompiler(f"the wheel {wheel} of the extra {extra}")

    monkeypatch.setattr(toolkit, "version", missing)
    monkeypatch.setenv("PATH", "")
    code, _, err = cli("show", "gemm/sgemm_tvm:vthread", "--level", "sass", "--compiler", "nvcc")
    assert (code, err) == (2, "schedules: the wheel nvidia-cuda-nvcc of the extra nvcc\n")
