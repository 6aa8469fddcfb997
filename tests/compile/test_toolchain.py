"""From CUDA to PTX and machine code: what compiles, what is kept, and what errors say."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import time
import zipfile
from concurrent.futures import ProcessPoolExecutor

import pytest
from conftest import ROOT, lowered
from tvm.support import nvcc

from schedules.catalog import ladder
from schedules.compile import toolchain
from schedules.compile.toolchain import compile_kernels, compile_source, disassemble, machine_code
from schedules.errors import LimitError, UserError

ARCHS = ("sm_80", "sm_86", "sm_89", "sm_90", "sm_100")
AXPY = """extern "C" __global__ void axpy(float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = 2.0f * x[i] + y[i];
}
"""


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache of its own, and nothing remembered in this process."""
    folder = tmp_path / "cache"
    monkeypatch.setenv(toolchain.CACHE_VARIABLE, str(folder))
    disassemble.cache_clear()
    return folder


@pytest.fixture
def no_compiler(monkeypatch):
    """Makes compiling and disassembling an error, for what must come from the cache."""

    def refuse(*_):
        raise AssertionError("compiled again")

    def forbid() -> None:
        disassemble.cache_clear()
        monkeypatch.setattr(toolchain, "_nvrtc", refuse)
        monkeypatch.setattr(toolchain, "_nvdisasm", refuse)

    return forbid


def source(path: str) -> str:
    name, _, rung = path.partition(":")
    return lowered(ladder(name)[rung]).source


# --- compiling ------------------------------------------------------------------------------------


@pytest.mark.parametrize("arch", ARCHS)
def test_every_arch_gives_ptx_and_machine_code(arch):
    assert f".target {arch}\n" in compile_source(AXPY, arch, "ptx").decode()
    assert compile_source(AXPY, arch, "cubin").startswith(b"\x7fELF")
    opcodes = [one.opcode for one in machine_code(AXPY, arch)["axpy"]]
    assert "FFMA" in opcodes or "FFMA.FTZ" in opcodes
    assert opcodes.count("LDG.E") == 2 and opcodes.count("STG.E") == 1


def test_ptx_ends_in_text():
    assert compile_source(AXPY, "sm_90", "ptx")[-1:] != b"\0"


@pytest.mark.parametrize("path", ["gemm/sgemm_tvm:vthread", "gemm/hgemm:cp_async"])
def test_machine_code_is_what_tvm_launches(path, monkeypatch):
    """Same text, same compiler, TVM's own options: instruction for instruction the same."""
    text = source(path)
    root = toolchain._file("nvidia-cuda-runtime", "include").parent
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

    assert instructions(disassemble(bytes(theirs))) == instructions(machine_code(text, "sm_90"))


def test_fast_math_is_on():
    text = 'extern "C" __global__ void k(float* x) { *x = expf(*x) / x[1]; }'
    ptx = compile_source(text, "sm_90", "ptx").decode()
    assert "ex2.approx.ftz.f32" in ptx and "div.approx.ftz.f32" in ptx


def test_tvms_variables_for_more_options_hold(monkeypatch):
    monkeypatch.setenv("TVM_CUDA_NVRTC_EXTRA_OPTS", "--ftz=false")
    text = 'extern "C" __global__ void k(float* x) { *x = x[1] * x[2]; }'
    assert "mul.f32" in compile_source(text, "sm_90", "ptx").decode()


def test_nothing_of_this_machine_is_in_the_code(tmp_path, monkeypatch):
    """The same text gives the same bytes in any folder, so that caches and goldens agree."""
    monkeypatch.chdir(tmp_path)
    assert str(tmp_path).encode() not in compile_source(AXPY + "// here\n", "sm_90")


# --- errors ---------------------------------------------------------------------------------------


def test_cuda_that_does_not_compile_names_the_line():
    with pytest.raises(UserError) as error:
        compile_source(AXPY.replace("2.0f", "alpha"), "sm_90")
    assert str(error.value) == (
        'the CUDA text does not compile: identifier "alpha" is undefined, '
        "at line 3: y[i] = alpha * x[i] + y[i];"
    )


def test_an_error_counts_lines_as_they_are_shown():
    """TVM's preamble is not shown, so the first line of the kernel is line 1."""
    text = source("gemm/sgemm_tvm:naive").replace("C_ptr[", "D_ptr[", 1)
    shown = toolchain.Cuda(text)
    with pytest.raises(UserError, match=r'"D_ptr" is undefined, at line (\d+): D_ptr\[') as error:
        compile_source(text, "sm_90")
    number = int(str(error.value).partition("at line ")[2].partition(":")[0])
    assert shown.text(number).startswith("D_ptr[") and number < 20


def test_an_error_in_inline_ptx_names_the_cuda_line():
    with pytest.raises(UserError, match="'foo', at line 2: |line 2: asm volatile"):
        compile_source(
            'extern "C" __global__ void k(float* x) {\n  asm volatile("foo.bar;");\n}\n', "sm_90"
        )


def test_a_limit_of_ptxas_is_named():
    text = """extern "C" __global__ void k(float* x) {
  __shared__ float s[16384];
  s[threadIdx.x] = x[0]; __syncthreads(); x[1] = s[threadIdx.x ^ 1];
}"""
    with pytest.raises(LimitError, match=r"too much shared data \(65536 bytes, 49152 max\)"):
        compile_source(text, "sm_90")


def test_an_unknown_arch_gets_the_list():
    with pytest.raises(UserError, match="unknown arch 'volta'.*sm_80.*sm_100"):
        compile_source(AXPY, "volta")
    with pytest.raises(UserError, match="did you mean 'sm_90'"):
        compile_source(AXPY, "sm_90x")
    with pytest.raises(UserError, match="no PTX or SASS for sm_70 with CUDA 13: choose sm_75"):
        compile_source(AXPY, "sm_70")


@pytest.mark.parametrize("wheel", ["nvidia-cuda-nvrtc", "nvidia-cuda-nvdisasm", "cuda-bindings"])
def test_a_missing_wheel_names_the_extra(wheel, cli, cache, monkeypatch):
    real = toolchain.importlib.metadata.version

    def version(name: str) -> str:
        if name == wheel:
            raise toolchain.importlib.metadata.PackageNotFoundError(name)
        return real(name)

    toolchain.version.cache_clear()
    monkeypatch.setattr(toolchain.importlib.metadata, "version", version)
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
        toolchain.version.cache_clear()


def test_a_damaged_cubin_is_an_error_of_one_line(cache):
    with pytest.raises(UserError, match="^nvdisasm fails: [^\n]+$"):
        disassemble(b"no cubin")


# --- cache ----------------------------------------------------------------------------------------


def test_a_second_compilation_comes_from_the_cache(cache, no_compiler):
    first, code = compile_kernels(AXPY, "sm_90"), machine_code(AXPY, "sm_90")
    no_compiler()
    assert compile_kernels(AXPY, "sm_90") == first
    assert machine_code(AXPY, "sm_90") == code


@pytest.mark.parametrize(
    "change",
    ["source", "arch", "flags", "version"],
)
def test_whatever_changes_the_code_changes_the_key(change, cache, no_compiler, monkeypatch):
    compile_kernels(AXPY, "sm_90")
    no_compiler()
    text, arch = AXPY, "sm_90"
    if change == "source":
        text = AXPY.replace("2.0f", "3.0f")
    elif change == "arch":
        arch = "sm_80"
    elif change == "flags":
        monkeypatch.setenv("TVM_CUDA_PTXAS_REG_LEVEL", "5")
    else:
        monkeypatch.setattr(toolchain, "version", lambda _wheel: "99")
    with pytest.raises(AssertionError, match="compiled again"):
        compile_kernels(text, arch)


def test_the_cache_is_in_the_users_folder(monkeypatch, tmp_path):
    monkeypatch.delenv(toolchain.CACHE_VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert toolchain.cache_folder() == tmp_path / "schedules"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert toolchain.cache_folder() == tmp_path / ".cache" / "schedules"


@pytest.mark.parametrize("damage", ["cut", "flipped", "emptied", "foreign"])
def test_a_damaged_entry_is_made_again(damage, cache):
    first = compile_kernels(AXPY, "sm_90")
    (entry,) = cache.glob("*.cubin.zip")
    data = bytearray(entry.read_bytes())
    if damage == "cut":
        data = data[: len(data) // 2]
    elif damage == "flipped":
        data[len(data) // 2] ^= 0xFF
    elif damage == "emptied":
        data = b""
    if damage == "foreign":
        with zipfile.ZipFile(entry, "w") as file:
            file.writestr("else", "nothing of ours")
    else:
        entry.write_bytes(data)
    assert compile_kernels(AXPY, "sm_90") == first


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path, monkeypatch):
    file = tmp_path / "file"
    file.write_text("in the way")
    monkeypatch.setenv(toolchain.CACHE_VARIABLE, str(file))
    assert compile_kernels(AXPY, "sm_90").cubin
    assert file.read_text() == "in the way"


def test_the_oldest_entries_go_when_the_cache_is_full(cache, monkeypatch):
    compile_kernels(AXPY, "sm_90")
    (old,) = cache.iterdir()
    monkeypatch.setattr(toolchain, "CACHE_BYTES", old.stat().st_size * 3 // 2)
    compile_kernels(AXPY, "sm_80")
    (left,) = cache.iterdir()
    assert left != old


def compile_in_a_process(folder: str, number: int) -> int:
    import os

    os.environ[toolchain.CACHE_VARIABLE] = folder
    text = AXPY.replace("2.0f", f"{number % 2}.5f")
    return len(machine_code(text, "sm_90")["axpy"])


def test_processes_share_a_cache(cache):
    """Several processes compile the same texts at once; nobody reads half an entry."""
    with ProcessPoolExecutor(4, mp_context=multiprocessing.get_context("spawn")) as pool:
        lengths = list(pool.map(compile_in_a_process, [str(cache)] * 8, range(8)))
    assert len(set(lengths)) <= 2 and min(lengths) > 10
    names = sorted(entry.name for entry in cache.iterdir())
    assert [name.partition(".")[2] for name in names].count("cubin.zip") == 2
    assert not [name for name in names if name.startswith(".new")], "nothing is left behind"
    for entry in cache.iterdir():
        assert zipfile.ZipFile(entry).testzip() is None


# --- speed ----------------------------------------------------------------------------------------


def test_the_longest_kernel_is_fast_from_the_cache(cache, no_compiler):
    """50 ms is the aim; machines that run tests are loaded, so a test allows four times that."""
    text = source("gemm/sgemm_tvm:cp_async")
    machine_code(text, "sm_90")
    no_compiler()
    times = []
    for _ in range(3):
        disassemble.cache_clear()
        start = time.perf_counter()
        machine_code(text, "sm_90")
        times.append(time.perf_counter() - start)
    assert min(times) < 0.2


def test_only_the_levels_that_need_it_load_the_toolchain():
    """`list`, `show --level cuda` and the like work without the extra."""
    code = (
        "import sys; import schedules.commands.cli, schedules.kernel, schedules.results.dumps;"
        "sys.exit(any(name.startswith('schedules.inspect') for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
    assert done.returncode == 0
