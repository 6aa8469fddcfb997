"""From CUDA to PTX and machine code: what compiles, and what errors say."""

from __future__ import annotations

import subprocess
import sys
import time

import psutil
import pytest
from conftest import ROOT, compiled, lowered, machine_code
from tvm.support import nvcc

from gpusim import toolkit as wheels
from gpusim.errors import UserError
from gpusim.isa.sass import disassemble
from schedules.compile import fresh, nvrtc
from schedules.compile.listing import Cuda, compile_error
from schedules.compile.nvrtc import Assembler, Nvrtc
from schedules.core.errors import LimitError
from schedules.core.ladder import ladder

ARCHS = ("sm_80", "sm_86", "sm_89", "sm_90", "sm_100")
AXPY = """extern "C" __global__ void axpy(float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = 2.0f * x[i] + y[i];
}
"""


def source(path: str) -> str:
    name, _, rung = path.partition(":")
    return lowered(ladder(name)[rung]).source


# --- compiling ------------------------------------------------------------------------------------


@pytest.mark.parametrize("arch", ARCHS)
def test_every_arch_gives_ptx_and_machine_code(arch):
    assert f".target {arch}\n" in compiled(AXPY, arch).ptx
    assert compiled(AXPY, arch).cubin.startswith(b"\x7fELF")
    opcodes = [one.opcode for one in machine_code(AXPY, arch)["axpy"]]
    assert "FFMA" in opcodes or "FFMA.FTZ" in opcodes
    assert opcodes.count("LDG.E") == 2 and opcodes.count("STG.E") == 1


@pytest.mark.parametrize("path", ["gemm/sgemm_tvm:vthread", "gemm/hgemm:cp_async"])
def test_machine_code_is_what_tvm_launches(path, monkeypatch):
    """Same text, same compiler, TVM's own options: instruction for instruction the same."""
    text = source(path)
    root = wheels.file_of("nvidia-cuda-runtime", "include").parent
    monkeypatch.setenv("CUDA_PATH", str(root))
    theirs = nvcc.compile_cuda(
        text,
        target_format="cubin",
        arch="sm_90",
        compiler="nvrtc",
        options=[f"-I{root}/include/cccl"],
    )

    def instructions(code):
        return {name: [(one.control, one.text) for one in body] for name, body in code.items()}

    assert instructions(disassemble(bytes(theirs))) == instructions(machine_code(text))


def test_fast_math_is_on():
    text = 'extern "C" __global__ void k(float* x) { *x = expf(*x) / x[1]; }'
    ptx = compiled(text).ptx
    assert "ex2.approx.ftz.f32" in ptx and "div.approx.ftz.f32" in ptx


def test_nothing_of_this_machine_is_in_the_code(tmp_path, monkeypatch):
    """The same text gives the same bytes in any folder, so that caches and goldens agree."""
    monkeypatch.chdir(tmp_path)
    assert str(tmp_path).encode() not in compiled(AXPY + "// here\n").cubin


def test_ptx_becomes_machine_code_with_a_report():
    ptx = Nvrtc().compile(AXPY, "sm_90").ptx
    made = Assembler().compile(ptx, "sm_90")
    assert "STG.E" in [one.opcode for one in disassemble(made.cubin)["axpy"]]
    assert "Compiling entry function 'axpy'" in made.log
    with pytest.raises(UserError, match=r"Unknown modifier '.globl', at line \d+ of the PTX"):
        Assembler().compile(ptx.replace("st.global", "st.globl"), "sm_90")


def test_without_an_assembler_the_extra_is_named(monkeypatch):
    def no_wheel(wheel):
        raise UserError(f"PTX and SASS need the wheel {wheel}: install the extra 'inspect'")

    monkeypatch.setattr(nvrtc, "version", no_wheel)
    with pytest.raises(UserError, match="need the wheel cuda-bindings: install the extra"):
        Assembler().identity("", "sm_90")


# --- errors ---------------------------------------------------------------------------------------

LOG = "warning: old\n/tmp/x1/my_kernel.cu(3): error: no such name\n\n1 error detected\n"


@pytest.mark.parametrize(
    ("log", "first"),
    [
        (LOG, "no such name, at /tmp/x1/my_kernel.cu, line 3"),
        (
            "ptxas info\nptxas /tmp/x, line 3; error   : no wgmma\0",
            "ptxas /tmp/x, line 3; error   : no wgmma",
        ),
        ("\n  out of memory \n", "out of memory"),
        ("", "the compiler does not say why"),
        ("\0\n \n", "the compiler does not say why"),
    ],
)
def test_the_first_error_of_a_log(log, first):
    assert str(compile_error(Cuda(""), log)) == f"the CUDA source does not compile: {first}"


def test_cuda_that_does_not_compile_names_the_line():
    with pytest.raises(UserError) as error:
        compiled(AXPY.replace("2.0f", "alpha"))
    assert str(error.value) == (
        'the CUDA source does not compile: identifier "alpha" is undefined, '
        "at line 3: y[i] = alpha * x[i] + y[i];"
    )


def test_an_error_counts_lines_as_they_are_shown():
    """TVM's preamble is not shown, so the first line of the kernel is line 1."""
    text = source("gemm/sgemm_tvm:naive").replace("C_ptr[", "D_ptr[", 1)
    shown = Cuda(text)
    with pytest.raises(UserError, match=r'"D_ptr" is undefined, at line (\d+): D_ptr\[') as error:
        compiled(text)
    number = int(str(error.value).partition("at line ")[2].partition(":")[0])
    assert shown.text(number).startswith("D_ptr[") and number < 20


def test_an_error_in_inline_ptx_names_the_cuda_line():
    with pytest.raises(UserError, match="'foo', at line 2: |line 2: asm volatile"):
        compiled(
            'extern "C" __global__ void k(float* x) {\n  asm volatile("foo.bar;");\n}\n', "sm_90"
        )


def test_a_limit_of_ptxas_is_named():
    text = """extern "C" __global__ void k(float* x) {
  __shared__ float s[16384];
  s[threadIdx.x] = x[0]; __syncthreads(); x[1] = s[threadIdx.x ^ 1];
}"""
    with pytest.raises(LimitError, match=r"too much shared data \(65536 bytes, 49152 max\)"):
        compiled(text)


@pytest.mark.parametrize("wheel", ["nvidia-cuda-nvrtc", "nvidia-cuda-nvdisasm", "cuda-bindings"])
def test_a_missing_wheel_names_the_extra(wheel, cli, folder, monkeypatch):
    real = wheels.importlib.metadata.version

    def version(name: str) -> str:
        if name == wheel:
            raise wheels.importlib.metadata.PackageNotFoundError(name)
        return real(name)

    cached = wheels.version, wheels.file_of, wheels.disassembler
    for function in cached:
        function.cache_clear()
    monkeypatch.setattr(wheels.importlib.metadata, "version", version)
    try:
        for command in (
            ["show", "gemm/sgemm_tvm:naive", "--level", "sass"],
            ["resources", "gemm/sgemm_tvm:naive"],
        ):
            code, out, err = cli(*command)
            assert (code, out) == (2, "")
            assert err == (
                f"schedules: PTX and SASS need the wheel {wheel}: install the extra 'inspect', "
                "pip install -e '.[inspect]'\n"
            )
    finally:
        for function in cached:
            function.cache_clear()


def test_only_the_levels_that_need_it_load_the_toolchain():
    """`list`, `show --level cuda` and the like work without the extra."""
    code = (
        "import sys; import schedules.commands, schedules.core.kernel, schedules.views.dumps;"
        "sys.exit(any(name == 'cuda.bindings.nvrtc' for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
    assert done.returncode == 0


# --- texts that take long -------------------------------------------------------------------------


def copies(count: int) -> str:
    """A kernel of so many lines that depend on each other's place alone."""
    lines = "\n".join(f"  y[{at} + i] = x[{at} + i] * 2.0f;" for at in range(count))
    return AXPY.replace("  y[i] = 2.0f * x[i] + y[i];", lines)


def test_a_compilation_has_an_end(monkeypatch):
    """And the compiler's process with it."""
    monkeypatch.setattr(fresh, "LINES", 4)
    monkeypatch.setattr(fresh, "SECONDS", 0.5)
    fresh.call(len, "", lines=0)
    before = set(psutil.Process().children(recursive=True))
    with pytest.raises(LimitError, match=r"exceeded 0.5 s for 10,003 lines: unroll"):
        Nvrtc().compile(copies(10_000), "sm_90")
    ended = time.monotonic() + 60
    while not before.issuperset(psutil.Process().children(recursive=True)):
        assert time.monotonic() < ended
        time.sleep(0.05)
