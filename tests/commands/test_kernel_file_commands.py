"""Every command that looks at a kernel, on one small kernel as CUDA, PTX and a cubin."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import ROOT
from exhaustive import sampled_tuples

from gpusim.errors import UserError
from schedules.commands import cli
from schedules.compile.nvrtc import Assembler, Nvrtc

TEXT = """
__device__ __forceinline__ float twice(float a) {
  return a + a;
}
extern "C" __global__ void k(const float* x, float* y) {
  __shared__ float tile[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  tile[threadIdx.x] = x[i];
  __syncthreads();
  y[i] = twice(tile[127 - threadIdx.x]);
}
"""
LAUNCH = """
grid = [4]
block = [128]
reference = "right.py"
[[arguments]]
name = "x"
dtype = "float32"
shape = [512]
[[arguments]]
name = "y"
dtype = "float32"
shape = [512]
role = "out"
"""
RIGHT = "def reference(x, y):\n    return 2 * x.reshape(4, 128)[:, ::-1].reshape(-1)\n"


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("kernels")
    (folder / "right.py").write_text(RIGHT)
    (folder / "k.toml").write_text(LAUNCH)
    (folder / "k.cu").write_text(TEXT)
    made = Nvrtc(file=folder / "k.cu").compile(TEXT, "sm_90")
    (folder / "k.ptx").write_text(made.ptx)
    (folder / "k.cubin").write_bytes(made.cubin)
    return {suffix: folder / f"k{suffix}" for suffix in (".cu", ".ptx", ".cubin")}


WITHOUT_TVM = """
import sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "tvm":
            raise ImportError("TVM is loaded")

sys.meta_path.insert(0, Finder())
"""


VERBS = ("verify", "explore", "show", "resources", "analyze", "predict", "advise")
RUN_ALL = """
import sys
from click.testing import CliRunner
from schedules.commands import cli

file, *verbs = sys.argv[1:]
for verb in verbs:
    done = CliRunner().invoke(cli, [verb, file])
    print(verb, done.exit_code, done.output, done.exception)
"""


@pytest.mark.parametrize(("file", "verbs"), [("k.cu", VERBS), ("softmax.py", VERBS[-1:])])
def test_commands_take_a_kernel_file_without_loading_tvm(files, tmp_path, file, verbs):
    """Loading TVM takes longer than such a file takes. A schedule needs it."""
    (tmp_path / "sitecustomize.py").write_text(WITHOUT_TVM)
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    argument = files.get(file[1:], ROOT / "examples" / file)
    ran = subprocess.run(
        [sys.executable, "-c", RUN_ALL, argument, *verbs],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    without = file == "k.cu"
    assert ran.returncode == 0, ran.stderr
    assert ("TVM is loaded" in ran.stdout + ran.stderr) != without
    assert [f"{verb} 0 " in ran.stdout for verb in verbs] == [without] * len(verbs)


def run(*words: str) -> str:
    done = CliRunner().invoke(cli, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


COMMANDS = {
    "show": (["show", "{}", "--level", "sass"], "BAR.SYNC"),
    "diff": (["diff", "{}", "{}", "--level", "sass"], "are identical at this level"),
    "verify": (["verify", "{}"], "correct"),
    "analyze": (["analyze", "{}"], "STS"),
    "resources": (["resources", "{}"], "occupancy"),
    "predict": (["predict", "{}"], "predicted"),
    "advise": (["advise", "{}"], "bound by"),
    "explore": (["explore", "{}"], "correct"),
    "check": (["check", "{}"], "correct"),
    "dump": (["dump", "{}", "--out", "OUT"], "k"),
    "report": (["report", "{}", "--out", "OUT.html"], "1 rungs"),
}


# By default every command reads CUDA, and one of each kind the others: they share the reader.
READ = sampled_tuples(
    product(COMMANDS, [".cu", ".ptx", ".cubin"]),
    [
        *product(COMMANDS, [".cu"]),
        *product(["show", "verify", "analyze", "dump"], [".ptx", ".cubin"]),
    ],
)


@pytest.mark.parametrize(("name", "suffix"), READ)
def test_commands_take_a_kernel_file(files, tmp_path, suffix, name):
    if suffix == ".ptx":
        try:
            Assembler().identity("", "sm_90")
        except UserError as error:
            pytest.skip(str(error))
    words, text = COMMANDS[name]
    out = str(tmp_path / "out")
    given = [word.replace("{}", str(files[suffix])).replace("OUT", out) for word in words]
    assert text in run(*given)
    if name == "dump":
        levels = {".cu": 3, ".ptx": 2, ".cubin": 1}[suffix]
        assert len(list(Path(out).glob("k/01-kernel/01-kernel.*"))) == levels


def test_compile_options_and_templates(tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "by.h").write_text("#define BY 3\n")
    (tmp_path / "t.cu").write_text(
        "#include <by.h>\n"
        "namespace n { template <typename T, int N> __global__ void scale(T* x) {"
        " x[threadIdx.x] = x[threadIdx.x] * T(N * BY * PLUS); } }\n"
    )
    (tmp_path / "t.toml").write_text(
        'kernel = "n::scale<float, 4>"\ngrid = [1]\nblock = [32]\nreference = "t.py"\n'
        'include = ["own"]\noptions = ["-DPLUS=1"]\n'
        '[[arguments]]\nname = "x"\ndtype = "float32"\nshape = [32]\nrole = "inout"\n'
    )
    (tmp_path / "t.py").write_text("def reference(x):\n    return 12 * x.astype('float64')\n")
    file = str(tmp_path / "t.cu")
    assert "correct" in run("verify", file)
    again = f"{file}:n::scale<float, 2>"
    assert "_ZN1n5scaleIfLi2EEEvPT_:" in run("show", again, "--level", "sass")
    done = CliRunner().invoke(cli, ["verify", file, "--compile-options", "-DPLUS=2"])
    assert done.exit_code == 1
