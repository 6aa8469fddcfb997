"""Lines of the text that a cubin from another compiler was made from."""

from __future__ import annotations

import pytest
from accesses import needs_compiler

from schedules.compile.nvrtc import Assembler
from schedules.sources.kernel_files import FileKernel

pytestmark = needs_compiler

TEXT = """# a kernel, as Triton names its lines
def kernel(p):
    store(p, thread())
"""
PTX = """
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
    path.write_bytes(Assembler().compile(PTX, "sm_90").cubin)
    return path


def test_findings_name_the_file_and_the_line(cubin, cli):
    launch = ("--grid", "1", "--block", "32", "--arg", "p:int32[1]:out")
    code, _, err = cli("verify", f"{cubin}", *launch)
    assert code == 1 and "(own.py line 3) threads of one instruction write different" in err


def test_a_listing_shows_the_text_that_is_next_to_the_cubin(cubin, cli):
    assert "store(p" not in FileKernel.load(f"{cubin}").text("sass")
    (cubin.parent / "own.py").write_text(TEXT)
    kernel = FileKernel.load(f"{cubin}")
    assert "// 3: store(p, thread())" in kernel.text("sass")
    assert cli("show", f"{cubin}", "--level", "sass")[1].count("store(p") == 1
