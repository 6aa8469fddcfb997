"""Old scripts run as they are, with imports of their own and errors in their own frames."""

from __future__ import annotations

import re
import sys

import pytest
import tvm as today
from exhaustive import sampled_tuples
from legacy_samples import EXAMPLES, GEMM, SHAPES

from te_compat.calls import OldCallError
from te_compat.script import run_script

PROMISES = {
    "gemm_thread_tile": ["__shared__", "__syncthreads"],
    "gemm_vectorize": ["float4"],
    "gemm_double_buffer": ["A_shared_ptr[4096]", "B_shared_ptr[4096]"],
    "rowsum_rfactor": ["__shfl_down_sync", "if (((int)threadIdx.x) == 0)"],
    "argmax_threads": ["__shfl_down_sync(mask_ptr[0], red_buf1"],
    "dense_dp4a": ["__dp4a"],
    "hgemm_wmma": ["nvcuda::wmma::mma_sync", "fill_fragment", "store_matrix_sync"],
    "conv2d_group": ["__shared__ alignas(64) float pad_shared_ptr"],
}


RUNS = [(name, shape) for name, shapes in SHAPES.items() for shape in shapes]
# With the tiles that do not divide it; the smallest of the GEMM's versions stands for the others.
QUICK = [
    (name, shapes[-1]) for name, shapes in SHAPES.items() if shapes != GEMM and name != "hgemm_wmma"
]


@pytest.mark.parametrize(
    ("name", "shape"), sampled_tuples(RUNS, [*QUICK, ("gemm_vectorize", GEMM[-1])])
)
def test_an_old_script_runs_and_its_own_check_holds(name, shape, capsys):
    run_script(EXAMPLES / f"{name}.py", shape.split(), on_cpu=True)
    out = capsys.readouterr().out
    if name != "gemm_cpu":
        assert 'extern "C" __global__' in out
    if shape == SHAPES[name][0]:
        for text in PROMISES.get(name, ()):
            assert text in out


def test_a_symbolic_extent_is_that_of_the_arrays_of_a_call(legacy):
    code, out, error = legacy(EXAMPLES / "symbolic_shape.py")
    assert code == 0, error
    assert [line.split()[-1] for line in out.splitlines()[-2:]] == ["300", "7"]
    # The default is said once, with the line that asked for it.
    assert re.fullmatch(r"\S+:18: lower: n is taken as 1024; .+ --var n=NUMBER [^\n]+\n", error)


@pytest.mark.parametrize("given", ["n", "n=0", "n=4.5"])
def test_a_malformed_variable_is_told(legacy, given):
    code, out, error = legacy("--var", given, EXAMPLES / "symbolic_shape.py")
    assert (code, out) == (2, "") and f"--var '{given}'" in error


def test_a_wrong_result_fails_the_script(tmp_path):
    text = (EXAMPLES / "gemm_native.py").read_text()
    wrong = tmp_path / "wrong.py"
    wrong.write_text(text.replace("b.numpy().T @ a.numpy()", "1 + b.numpy().T @ a.numpy()"))
    with pytest.raises(AssertionError):
        run_script(wrong, ["8", "16", "4"], on_cpu=True)


IMPORTING = """
import json
import tvm, tvm.testing
import tvm.te as tensor_expressions
from tvm import te, tir, topi
from tvm.contrib import utils
assert te is tvm.te is tensor_expressions
assert te.create_schedule and tvm.lower and tir.ir_builder and tvm.testing and topi.exp
"""


def test_only_the_scripts_own_imports_change(tmp_path):
    script = tmp_path / "imports.py"
    script.write_text(IMPORTING)
    argv, path = list(sys.argv), list(sys.path)
    run_script(script)
    assert not hasattr(today, "lower") and not hasattr(today.te, "create_schedule")
    assert sys.modules["tvm"] is today and (sys.argv, sys.path) == (argv, path)


def test_a_script_may_expect_what_is_gone(tmp_path):
    script = tmp_path / "careful.py"
    script.write_text(
        "import tvm\ntry:\n    from tvm import te, relay\nexcept ImportError:\n    relay = None\n"
        "assert relay is None and not hasattr(tvm, 'relay') and getattr(tvm, 'hybrid', 3) == 3\n"
    )
    run_script(script)


IMPORTS = {
    "from tvm import te, auto_scheduler": "auto_scheduler.SearchTask",
    "import tvm.relay as relay": "relay.var('x')",
    "from tvm.relay import testing": "testing.resnet",
    "from tvm.contrib.spirv import optimize": "optimize(b'')",
}


@pytest.mark.parametrize("statement", IMPORTS)
def test_what_is_gone_is_refused_when_it_is_used(statement, tmp_path):
    use = IMPORTS[statement]
    script = tmp_path / "script.py"
    head = f"{statement}\nfrom tvm import te\nx = te.placeholder((4,), name='x')\n"
    script.write_text(f"{head}if x.shape[0] == 5:\n    {use}\n")
    run_script(script)
    name, _, _ = use.partition("(")
    script.write_text(f"{head}class Own({name}):\n    pass\n")
    if "." not in name:
        run_script(script)
    script.write_text(f"{head}class Own({name}):\n    pass\nOwn()\n")
    with pytest.raises(OldCallError):
        run_script(script)
    script.write_text(f"{head}{use}\n")
    with pytest.raises(OldCallError, match=r"script.py:4: tvm\."):
        run_script(script)


def test_a_mistake_of_the_scripts_is_shown_in_its_own_frames(tmp_path, legacy):
    (tmp_path / "beside.py").write_text("def half(x):\n    return undefined / x\n")
    script = tmp_path / "mistaken.py"
    script.write_text("import tvm\nimport beside\n\nbeside.half(2)\n")
    code, _, error = legacy(script)
    assert code == 1
    frames = re.findall(r'File "(.*)", line (\d+)', error)
    assert frames == [(str(script), "4"), (str(tmp_path / "beside.py"), "2")]
    assert error.endswith("NameError: name 'undefined' is not defined\n")


CAUSES = {
    "print 'a'\n": "script.py:1: ",
    "import tvm\n\0": "script.py: ",
    "import tvm\nimport no_such_module_of_theirs\n": "script.py:2: .*no_such_module_of_theirs",
    "import tvm\n\nopen('weights_of_theirs.txt')\n": "script.py:3: .*weights_of_theirs.txt",
}


@pytest.mark.parametrize("text", CAUSES)
@pytest.mark.parametrize("command", ["legacy", "migrate"])
def test_the_cause_is_one_line(text, command, tmp_path, monkeypatch, cli, legacy):
    monkeypatch.chdir(tmp_path)
    script = tmp_path / "script.py"
    script.write_text(text)
    code, _, error = legacy(script) if command == "legacy" else cli("migrate", script)
    assert code == 2
    assert len(error.splitlines()) == 1
    assert re.search(CAUSES[text], error), error


PACKAGES = {
    "helpers/__init__.py": "from .shapes import *\nfrom . import values\n",
    "helpers/shapes.py": "import sys\nimport tvm\nfrom .values import SIZE\n"
    "self = sys.modules[__name__]\nA = tvm.placeholder((SIZE,), name='A')\n",
    "helpers/values.py": "from tvm import te\nSIZE = 8\n",
    # Without tvm it is Python's own to import.
    "plain_of_theirs.py": "SIZE = 8\n",
    "lessons/lesson.py": "import sys, os\n"
    "sys.path.append(os.path.join(os.path.dirname(__file__), '..'))\n"
    "import plain_of_theirs\nassert 'plain_of_theirs' in sys.modules\n"
    "import helpers\nassert 'helpers' not in sys.modules\n"
    "import helpers.values as values\nfrom helpers import shapes\n"
    "assert values.SIZE == shapes.SIZE == helpers.A.shape[0] == 8\n",
}


def test_packages_get_the_same_imports(tmp_path):
    """Of the script's folder, and of a folder that the script puts on the path."""
    for name, text in PACKAGES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    run_script(tmp_path / "lessons/lesson.py")
    sys.modules.pop("plain_of_theirs")
