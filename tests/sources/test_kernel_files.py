"""Kernels in files: their levels, their launches, and what a run on the machine finds."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import ROOT

from gpusim.errors import UserError
from schedules.analyses.verification.simulated import simulate
from schedules.analyses.verification.verify import run
from schedules.compile.nvrtc import Assembler, Nvrtc
from schedules.core.errors import LimitError
from schedules.sources.kernel_files import FileKernel
from schedules.sources.launch_files import parse_argument
from schedules.sources.names import resolve

EXAMPLES = ROOT / "examples" / "kernels"


@pytest.fixture
def write(tmp_path):
    """Writes kernel.cu and kernel.toml; gives the reference."""

    def make(text: str, launch: str = "", name: str = "kernel.cu") -> str:
        (tmp_path / name).write_text(text)
        if launch:
            (tmp_path / "kernel.toml").write_text(launch)
        return str(tmp_path / name)

    return make


LAUNCH = """
grid = [2]
block = [64]
[[arguments]]
name = "out"
dtype = "float32"
shape = [128]
role = "out"
"""


def test_a_cuda_file_has_its_levels():
    kernel = FileKernel.load(str(EXAMPLES / "saxpy.cu"))
    assert kernel.levels == ["cuda", "ptx", "sass"]
    assert kernel.text("cuda") == (EXAMPLES / "saxpy.cu").read_text()
    assert "// 4: if (i < n) y[i] = a * x[i] + y[i];" in kernel.text("ptx")
    sass = kernel.text("sass")
    assert sass.startswith("saxpy:\n") and "FFMA" in sass
    assert "// 4: if (i < n) y[i] = a * x[i] + y[i];" in sass
    with pytest.raises(
        UserError, match="is a kernel file and has no level 'tir': choose one of cuda, ptx"
    ):
        kernel.check_level("tir")


def test_a_users_file_is_compiled_without_fast_math(write):
    text = 'extern "C" __global__ void k(float* a, float b) { a[0] = a[1] / b; }'
    ours = Nvrtc().compile(text, "sm_90").ptx
    assert "div.approx" in ours
    assert "div.rn" in FileKernel.load(write(text)).machine.ptx


def test_a_cubin_of_any_compiler_has_sass(write, tmp_path):
    cubin = Nvrtc().compile('extern "C" __global__ void k(float* a) { *a = 1; }', "sm_90").cubin
    (tmp_path / "kernel.cubin").write_bytes(cubin)
    kernel = FileKernel.load(str(tmp_path / "kernel.cubin"))
    assert kernel.levels == ["sass"]
    assert kernel.text("sass").startswith("k:\n")
    (tmp_path / "kernel.toml").write_text(LAUNCH)
    check = run(kernel)
    assert check.problems == ("unwritten-output: no thread writes 127 elements of out",)
    told = simulate(kernel, kernel.problem().inputs, kernel.options).notes
    assert [text.partition(":")[0] for text in told] == ["same-value"]


def test_kernels_are_named_by_symbol_or_plain_name(write):
    path = write(
        "namespace n { __global__ void first(float* a) { *a = 1; } }\n"
        "__global__ void second(float* a) { *a = 2; }\n"
        "template <int N> __global__ void third(float* a) { *a = N; }\n"
        "template __global__ void third<3>(float*); template __global__ void third<4>(float*);\n"
    )
    assert FileKernel.load(f"{path}:first").image.name == "_ZN1n5firstEPf"
    assert FileKernel.load(f"{path}:_Z6secondPf").image.name == "_Z6secondPf"
    assert list(FileKernel.load(f"{path}:second").shown_code) == ["_Z6secondPf"]
    with pytest.raises(UserError, match="has several kernels: name one"):
        _ = FileKernel.load(path).image
    with pytest.raises(UserError, match="'third' is ambiguous"):
        _ = FileKernel.load(f"{path}:third").image
    with pytest.raises(UserError, match="unknown kernel 'fourth'"):
        _ = FileKernel.load(f"{path}:fourth").image
    with pytest.raises(UserError, match="has no kernel"):
        _ = FileKernel.load(write("// nothing\n")).image


def test_a_reference_to_a_file_is_a_rung_with_one_step():
    named = resolve(str(EXAMPLES / "saxpy.cu"))
    assert [step.name for step in named.steps()] == ["kernel"]
    assert named.kernel().launch == "grid 4, block 256"
    with pytest.raises(UserError, match="leave out --shape"):
        resolve(str(EXAMPLES / "saxpy.cu"), (64,))


# --- launches -------------------------------------------------------------------------------------

STORE = 'extern "C" __global__ void k(float* out) { out[blockIdx.x * 64 + threadIdx.x] = 1; }'


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"grid": [2, 1, 1, 1]}, "--grid: list should have at most 3 items"),
        ({"blok": 3}, "kernel.toml: unknown key 'blok': did you mean 'block'"),
        ({"block": ["64"]}, "--block 1: input should be a valid integer"),
        ({"block": [2048]}, "a block of 2048 threads: k takes at most 1024"),
        ({"block": [1, 1, 128]}, "128 threads along z; a GPU launches at most 64"),
        ({"grid": [1, 70000]}, "70000 blocks along y; a GPU launches at most 65535"),
        ({"dynamic_shared": 10**6}, "1000000 B of dynamic shared memory: k takes at most 232448 B"),
        ({"arguments": []}, "k takes 1 arguments, 0 given"),
        (
            {"arguments": [{"dtype": "int32", "value": 3}]},
            "parameter 0 of k has 8 bytes, the argument 4",
        ),
        ({"arguments": [{"dtype": "int33", "value": 3}]}, "--arg 1: 'int33' is not a dtype"),
        ({"arguments": [{"dtype": "int32"}]}, "--arg 1: give a shape for an array or a"),
        (
            {"arguments": [{"dtype": "int8", "shape": [4], "box": [2, 2]}]},
            "a box needs as many extents as its array",
        ),
    ],
)
def test_a_launch_that_does_not_fit_is_refused(write, change, message):
    kernel = FileKernel.load(write(STORE, LAUNCH), change)
    with pytest.raises((UserError, LimitError), match=message):
        run(kernel)


def test_a_launch_may_be_told_on_the_command_line(write):
    with pytest.raises(UserError, match="no launch configuration"):
        _ = FileKernel.load(write(STORE)).launch_file
    arguments = [parse_argument("out:float32[128]:out")]
    kernel = FileKernel.load(write(STORE), {"grid": [2], "block": [64], "arguments": arguments})
    check = run(kernel)
    assert (check.problems, check.blocks, check.of) == ((), 2, 2)


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        (
            "y:float32[2,3]:inout",
            {"name": "y", "dtype": "float32", "shape": [2, 3], "role": "inout"},
        ),
        ("float16[8]", {"dtype": "float16", "shape": [8]}),
        ("n:int32=0x10", {"name": "n", "dtype": "int32", "value": 16}),
        ("float32=-2.5e3", {"dtype": "float32", "value": -2500.0}),
    ],
)
def test_arguments_on_the_command_line(text, entry):
    assert parse_argument(text) == entry


def test_tensor_maps_are_of_row_major_arrays(write):
    text = (
        'extern "C" __global__ void k(const __grid_constant__ CUtensorMap a, float* out) '
        "{ out[threadIdx.x] = 0; }"
    )
    launch = """
    grid = [1]
    block = [128]
    [[arguments]]
    name = "A"
    dtype = "float16"
    shape = [4, 128, 64]
    box = [1, 32, 64]
    swizzle = 128
    """
    kernel = FileKernel.load(write(text, launch + LAUNCH.partition("[64]")[2]))
    made, out = kernel.module.calls[0].arguments
    assert (made.argument, made.shape, made.strides) == (0, (64, 128, 4), (128, 16384))
    assert (made.box, made.itemsize, made.swizzle, out) == ((64, 32, 1), 2, 128, "out")
    assert run(kernel).ok


def test_a_tensor_map_behind_the_parameters_is_described(write, tmp_path):
    """Host code in a cubin of cuTile makes such a map: here its parameter's record is taken out."""
    text = (ROOT / "tests/gpusim/functional/tensor_map_box.cu").read_text()
    tensor = "const __grid_constant__ TensorMap map"
    text = text.replace(f"{tensor}, int column", f"int column, {tensor}")
    record = bytes.fromhex("04170c00000000000200")
    cubin = Nvrtc().compile(text, "sm_90").cubin
    assert cubin.count(record) == 1
    (tmp_path / "kernel.cubin").write_bytes(cubin.replace(record, b"\x04\x7f" + record[2:]))

    def kernel(maps: str = "") -> FileKernel:
        launch = f"""
        arguments = [
            {{ name = "y", dtype = "float32", shape = [32], role = "out" }},
            {{ name = "column", dtype = "int32", value = 4 }},
            {{ name = "x", dtype = "float32", shape = [8, 64] }},
        ]
        launches = [{{ grid = [1], block = [32], arguments = ["y", "column"], maps = [{maps}] }}]
        """
        write(text, launch)
        return FileKernel.load(str(tmp_path / "kernel.cubin"))

    box = 'array = "x", dtype = "float32", extents = [8, 64], strides = [64], box = [8, 32]'
    with pytest.raises(UserError, match="a tensor map at byte 48 of the parameters, behind those"):
        run(kernel())
    with pytest.raises(UserError, match="k has others up to byte 12"):
        run(kernel(f"{{ offset = 8, {box} }}"))
    described = kernel(f"{{ offset = 48, {box} }}")
    inputs = described.problem().inputs
    done = simulate(described, inputs, described.options)
    np.testing.assert_array_equal(done.outputs["y"], inputs[0][0, 4:36])


# --- runs -----------------------------------------------------------------------------------------


def test_variables_of_the_module_are_where_the_code_looks(write, tmp_path):
    text = """
    __constant__ float scale[2] = {3, 5};
    __device__ float begun[64] = {1, 2, 4};
    __device__ float* second = begun + 1;
    extern "C" __global__ void k(float* out) {
      out[blockIdx.x * 64 + threadIdx.x] = scale[threadIdx.x % 2] * begun[threadIdx.x] + *second;
    }
    """
    path = write(text, 'reference = "right.py"\n' + LAUNCH)
    (tmp_path / "right.py").write_text(
        "import numpy as np\n"
        "def reference(out):\n"
        "    begun = np.zeros(64); begun[:3] = 1, 2, 4\n"
        "    return np.tile(np.tile([3, 5], 32) * begun + 2, 2)\n"
    )
    check = run(FileKernel.load(path))
    assert check.ok and check.compared


def test_standard_headers(write):
    names = "algorithm array cassert cfloat climits cmath cstddef cstdint cstdio cstring limits"
    names += " assert.h float.h limits.h math.h stdint.h stdio.h string.h cuda_runtime.h"
    text = "".join(f"#include <{name}>\n" for name in names.split())
    text += """extern "C" __global__ void k(float* out) {
        std::array<std::int32_t, 2> a{int(threadIdx.x), INT_MAX};
        assert(a[0] < 64);
        float x = std::numeric_limits<float>::max() == FLT_MAX ? std::sqrt(4.f) : 0.f;
        out[blockIdx.x * 64 + threadIdx.x] = std::min(a[0], a[1]) + x + sizeof(uint16_t);
    }"""
    kernel = FileKernel.load(write(text, LAUNCH))
    assert run(kernel).ok


def test_ptx_is_assembled(write, tmp_path):
    from schedules.compile.nvrtc import Assembler

    try:
        Assembler().identity("", "sm_90")
    except UserError as error:
        pytest.skip(str(error))
    ptx = Nvrtc(file=tmp_path / "kernel.cu").compile(STORE, "sm_90").ptx
    kernel = FileKernel.load(write(ptx, LAUNCH, "kernel.ptx"))
    assert kernel.levels == ["ptx", "sass"]
    assert kernel.text("ptx").startswith("//")
    assert "STG" in kernel.text("sass")
    assert run(kernel).ok
    wrong = FileKernel.load(write(ptx.replace("st.global", "st.globl"), LAUNCH, "kernel.ptx"))
    with pytest.raises(UserError, match="cannot assemble the kernel: Unknown modifier '.globl'"):
        _ = wrong.machine


# --- lines of the text that another compiler made a cubin from ------------------------------------

LINES = """# a kernel, as Triton names its lines
def kernel(p):
    store(p, thread())
"""
LINES_PTX = """
.version 8.0
.target sm_90
.address_size 64
.visible .entry kernel(.param .u64 kernel_param_0) {
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  .loc 1 2 1
  ld.param.u64 %rd1, [kernel_param_0];
  .loc 1 3 5
  mov.u32 %r1, %tid.x;
  st.global.u32 [%rd1], %r1;
  ret;
}
.file 1 "/elsewhere/own.py"
"""


@pytest.fixture
def cubin(tmp_path):
    path = tmp_path / "kernel.cubin"
    path.write_bytes(Assembler().compile(LINES_PTX, "sm_90").cubin)
    return path


def test_findings_name_the_file_and_the_line(cubin, cli):
    launch = ("--grid", "1", "--block", "32", "--arg", "p:int32[1]:out")
    code, _, err = cli("verify", f"{cubin}", *launch)
    assert code == 1 and "(own.py line 3) threads of one instruction write different" in err


def test_a_listing_shows_the_text_that_is_next_to_the_cubin(cubin, cli):
    assert "store(p" not in FileKernel.load(f"{cubin}").text("sass")
    (cubin.parent / "own.py").write_text(LINES)
    kernel = FileKernel.load(f"{cubin}")
    assert "// 3: store(p, thread())" in kernel.text("sass")
    assert cli("show", f"{cubin}", "--level", "sass")[1].count("store(p") == 1
