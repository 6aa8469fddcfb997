"""Drafts of launch files: signatures, launches, and what is refused."""

import re
import tomllib

import pytest
from accesses import needs_compiler

from gpusim.errors import UserError
from schedules.sources.launch_files import draft

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
