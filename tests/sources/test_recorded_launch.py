"""`init --run`: the launch that a program's host code makes, of which the text says little."""

from __future__ import annotations

from pathlib import Path
from shutil import copy

import pytest

from schedules.compile.nvcc import is_here

PROGRAM = Path(__file__).with_name("recorded_program.cu")
RIGHT = "def reference(x, y, p):\n    return [[0 * x, 2 * x]]\n"


@pytest.mark.exhaustive
@pytest.mark.skipif(not is_here(), reason="needs nvcc")
def test_a_launch_is_recorded(tmp_path, cli):
    file, launch = tmp_path / "p.cu", tmp_path / "p.toml"
    copy(PROGRAM, file)
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
