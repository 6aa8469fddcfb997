"""Only a script's builds matter to the explorer: what follows the last of them is not run."""

from __future__ import annotations

import resource
import textwrap

import pytest

from gpusim.errors import UserError
from te_compat import last_build
from te_compat.last_build import limits
from te_compat.rung import histories_of

HEAD = """
import tvm
from tvm import te

def computed(n):
    A = te.placeholder((n,), name="A")
    B = te.compute((n,), lambda i: A[i] + 1.0, name="B")
    return te.create_schedule(B.op), [A, B]

"""


SCRIPTS = {
    "at the end of the file": """
        s, args = computed(8)
        func = tvm.build(s, args, "llvm")
        raise RuntimeError("a reference that takes minutes")
    """,
    "in the branch of a program": """
        if __name__ == "__main__":
            tvm.lower(*computed(8))
            raise RuntimeError("too far")
    """,
    "in a function that is called once": """
        def main(n):
            func = tvm.build(*computed(n), "llvm")
            raise RuntimeError("too far")

        main(8)
        raise RuntimeError("too far")
    """,
}


def scheduled(tmp_path, text: str) -> int:
    """How many lowerings a script comes to."""
    script = tmp_path / "script.py"
    script.write_text(HEAD + textwrap.dedent(text))
    return sum(len(history.lowered) for history in histories_of(script, []))


@pytest.mark.parametrize("where", SCRIPTS)
def test_what_follows_the_last_build_is_not_run(where, tmp_path):
    assert scheduled(tmp_path, SCRIPTS[where]) == 1


def test_every_build_of_a_function_that_is_called_again_is_made(tmp_path):
    text = """
        def kernel(n):
            func = tvm.build(*computed(n), "llvm")
            return func

        kernel(8)
        for n in (16, 32):
            kernel(n)
        raise RuntimeError("too far")
    """
    assert scheduled(tmp_path, text) == 3


def test_what_a_module_of_the_scripts_folder_builds_counts(tmp_path):
    (tmp_path / "kernels.py").write_text(HEAD + "def made(n):\n    tvm.lower(*computed(n))\n")
    text = "import kernels\ntvm.lower(*computed(4))\nkernels.made(8)\nraise RuntimeError('too far')"
    assert scheduled(tmp_path, text) == 2


def test_a_script_that_takes_too_long_is_stopped(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(last_build, "SECONDS", 1)
    slow = "import time\nwhile True:\n    time.sleep(0.01)\n"
    with pytest.raises(UserError, match="script.py: it took over 1 s"):
        scheduled(tmp_path, slow + "tvm.lower(*computed(8))\n")
    assert scheduled(tmp_path, f"tvm.lower(*computed(8))\n{slow}    tvm.lower\n") == 1
    assert "it took over 1 s, and nothing was built before that" in capsys.readouterr().err


def test_a_scripts_memory_is_limited(tmp_path):
    text = "import numpy as np\nx = np.ones((1 << 50,), 'int8')\ntvm.lower(*computed(8))\n"
    with pytest.raises(UserError, match="does not run: .*MemoryError"), limits():
        scheduled(tmp_path, text)


def test_arrays_take_no_memory_where_nothing_runs(tmp_path, monkeypatch):
    text = """
        import numpy as np
        a = tvm.nd.empty((1 << 14, 1 << 14))
        b = tvm.nd.array(a.numpy())
        b.copyfrom(a.numpy()).copyto(a)
        assert b.shape == (1 << 14, 1 << 14) and b.numpy()[3, 4] == 0
        func = tvm.build(*computed(8), "llvm")
        func.export_library("kernel.so")
        tvm.runtime.load_module("kernel.so")(a, b)
        tvm.lower(*computed(8))
    """
    monkeypatch.chdir(tmp_path)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert scheduled(tmp_path, text) == 2
    # Kilobytes: each of the two arrays would be a million.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 500_000


def test_a_reference_before_the_last_build_is_not_computed(tmp_path, capsys):
    text = """
        import numpy as np
        a = np.broadcast_to(np.float32(1), (1 << 17, 1 << 17))
        b = np.broadcast_to(np.float32(1), (1 << 17, 64))
        assert np.dot(a, b).shape == np.matmul(a, b).shape == b.shape
        small = np.ones((4, 4))
        assert (np.dot(small, small) == 4).all()
        tvm.lower(*computed(8))
    """
    assert scheduled(tmp_path, text) == 1
    assert "dot: a large reference is not computed; zeros instead" in capsys.readouterr().err
