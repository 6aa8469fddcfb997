"""Drafts of launch files: signatures, launches, and what is refused."""

import re
import tomllib
from pathlib import Path
from shutil import copy

import pytest
from accesses import needs_compiler

from gpusim.errors import UserError
from schedules.compile.toolkit import is_here
from schedules.sources.launch_draft import draft

KERNEL = """
/* __global__ void no(int) */
template <typename T>
__global__ void __launch_bounds__(256) scale(float4* __restrict__ y, const half *x,
                                             unsigned long long n, const float a, Mine m) {}
extern "C" __global__ void other(int* p) { p[threadIdx.x] = 1; }
int main() {
  dim3 blocks(4, 2);
  scale<float><<<blocks, dim3(32, 8), 1024>>>(y, x, n, 2.0f, m);
}
"""


def test_a_launch_from_a_signature_and_a_call():
    table = tomllib.loads(draft(KERNEL, "scale"))
    assert (table["grid"], table["block"], table["dynamic_shared"]) == ([4, 2], [32, 8], 1024)
    known = [(one["name"], one["dtype"], one.get("role")) for one in table["arguments"]]
    assert known == [
        ("y", "float32", "inout"),
        ("x", "float16", "in"),
        ("n", "uint64", None),
        ("a", "float32", None),
        ("m", "float32", None),
    ]
    assert "of type Mine" in draft(KERNEL, "scale")


@pytest.mark.parametrize(
    ("kernel", "message"),
    [("", "several kernels"), ("othr", "other")],
)
def test_what_is_refused(kernel, message):
    with pytest.raises(UserError, match=message):
        draft(KERNEL, kernel)
    with pytest.raises(UserError, match="no __global__"):
        draft("void f() {}")


@needs_compiler
def test_a_draft_runs(tmp_path, cli):
    (kernel,) = re.findall(r'extern "C".*', KERNEL)
    (tmp_path / "mine.cu").write_text(kernel)
    code, out, _ = cli("init", f"{tmp_path / 'mine.cu'}:other")
    assert code == 0 and "mine.toml" in out
    assert cli("verify", f"{tmp_path / 'mine.cu'}:other")[0] == 0
    code, _, err = cli("init", f"{tmp_path / 'mine.cu'}:other")
    assert code == 2 and "--force" in err


PROGRAM = Path(__file__).with_name("host_program.cu").read_text()


@needs_compiler
def test_a_program_with_its_host_code_is_described_and_runs(tmp_path, cli):
    (tmp_path / "program.cu").write_text(PROGRAM)
    assert cli("init", f"{tmp_path / 'program.cu'}")[0] == 0
    table = tomllib.loads((tmp_path / "program.toml").read_text())
    assert (table["kernel"], table["grid"], table["block"]) == ("scale<2>", [8], [128])
    assert table["dynamic_shared"] == 512
    described = [one.get("shape", one.get("value")) for one in table["arguments"]]
    assert described == [[2000], [1000], 1000, 2.5]
    assert cli("verify", f"{tmp_path / 'program.cu'}")[0] == 0


def test_what_the_text_does_not_say_is_left_to_the_user():
    text = PROGRAM.replace("const int n = 1000;", "const int n = atoi(argv[1]);")
    table = tomllib.loads(draft(text))
    assert table["grid"] == [1] and table["block"] == [128]
    described = [one.get("shape", one.get("value")) for one in table["arguments"]]
    assert described == [[1024], [1024], 1024, 2.5]


# --- the launch that host code makes, of which the text says little -------------------------------

RECORDED = Path(__file__).with_name("recorded_program.cu")
RIGHT = "def reference(x, y, p):\n    return [[0 * x, 2 * x]]\n"


@pytest.mark.exhaustive
@pytest.mark.skipif(not is_here(), reason="needs nvcc")
def test_a_launch_is_recorded(tmp_path, cli):
    file, launch = tmp_path / "p.cu", tmp_path / "p.toml"
    copy(RECORDED, file)
    record = ["init", f"{file}:k", "--force", "--run", "500", "--arg", "x:float32[500]", "--arg"]
    code, _, err = cli(*record, "y:float32[2,100]:inout:zeros")
    assert code == 2 and "y has 800 bytes; the host allocates 4000" in err
    code, out, err = cli(*record, "y:float32[2,500]:inout:zeros")
    assert code == 0 and "before it, other" in out, err
    text = launch.read_text()
    assert "cluster = [2, 1, 1]" in text and 'array = "y", start = 2000' in text
    assert "extents = [8, 16], box = [4, 8], strides = [16]" in text and "swizzle = 32" in text
    (tmp_path / "right.py").write_text(RIGHT)
    launch.write_text(f'reference = "right.py"\n{text}')
    code, out, err = cli("verify", str(file.with_suffix(".cubin")))
    assert code == 0 and "correct" in out, out + err
