"""The command line: what each command prints, and how it refuses bad input."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from conftest import ROOT

VTHREAD = "gemm/sgemm_tvm:vthread"


@pytest.mark.parametrize(
    ("level", "text"),
    [
        ("tir", 'T.sblock("C_update")'),
        ("lowered", 'T.launch_thread("threadIdx.x", 16)'),
        ("cuda", "__shared__ alignas(64) float A_shared_ptr[2048]"),
        ("opencl", "__local float A_shared_ptr[2048]"),
        ("metal", "threadgroup float A_shared[2048]"),
        ("wgsl", "var<workgroup> A_shared"),
    ],
)
def test_show_levels(cli, level, text):
    code, out, _ = cli("show", VTHREAD, "--level", level)
    assert code == 0
    assert text in out
    assert "\x1b" not in out


def test_diff(cli):
    code, out, _ = cli("diff", f"{VTHREAD}:init", VTHREAD)
    assert code == 0
    assert out.startswith(f"--- {VTHREAD}:init\n+++ {VTHREAD}:bind_fetch\n")
    assert any(line.startswith("+") and "A_shared_ptr" in line for line in out.splitlines())
    code, out, err = cli("diff", VTHREAD, VTHREAD)
    assert (code, out) == (0, "")
    assert err == f"schedules: {VTHREAD} and {VTHREAD} are identical at this level\n"


def test_a_tuned_rung_says_what_tile_it_took(cli):
    rung = "gemm/sgemm_tvm:ordered_products@nvidia-h200"
    shape = ("--shape", "256,128,48", "--level", "tir")
    code, out, _ = cli("show", rung, *shape)
    assert code == 0
    # The least of what was tuned is the nearest.
    assert "tile of nvidia-h200, tuned at 1024,1024,1024: warps_i=" in out
    assert "tuned at" not in cli("show", rung.partition("@")[0], *shape)[1]
    code, _, err = cli("show", "gemm/sgemm_tvm:ordered_products@")
    assert code == 2 and "unknown tuned device ''" in err


def test_dump_check_and_strict(cli, tmp_path):
    out_dir = tmp_path / "dumps"
    reference = "gemm/sgemm_tvm:naive"
    assert cli("dump", reference, "--out", out_dir, "--strict")[0] == 0
    folder = out_dir / "gemm/sgemm_tvm/01-naive"
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        f"0{index}-{name}{suffix}"
        for index, name in enumerate(("bind_block", "bind_thread", "init"), 1)
        for suffix in (".cu", ".lowered.py", ".tir.py")
    )
    assert cli("dump", reference, "--out", out_dir, "--check")[0] == 0
    (folder / "03-init.cu").write_text("stale\n")
    code, out, err = cli("dump", reference, "--out", out_dir, "--check")
    assert code == 1
    assert "-stale" in out
    assert "1 files differ" in err
    assert (folder / "03-init.cu").read_text() == "stale\n"


def test_strict_dump_fails_on_a_step_without_effect(cli, tmp_path):
    file = tmp_path / "idle.py"
    file.write_text(
        "from schedules.workloads import Gemm\n"
        "workload = Gemm(64, 64, 64)\n"
        "def schedule(sch):\n"
        "    i, j, k = sch.get_loops('C')\n"
        "    sch.bind(i, 'threadIdx.x')\n"
        "    yield 'bind'\n"
        "    sch.annotate(sch.get_sblock('C'), 'double_buffer_scope', 0)\n"
        "    yield 'double_buffer_scope'\n"
    )
    code, _, err = cli("dump", file, "--out", tmp_path / "out", "--strict")
    assert code == 1
    assert "double_buffer_scope: has no effect on the kernel" in err
    assert cli("dump", file, "--out", tmp_path / "out")[0] == 0


def test_verify_reports_what_is_wrong(cli, tmp_path):
    """transform_layout of a parameter: TVM accepts it, and the caller's data is read transposed."""
    file = tmp_path / "wrong.py"
    file.write_text(
        "from tvm import te, s_tir\n"
        "def schedule():\n"
        "    A = te.placeholder((64,), name='A')\n"
        "    B = te.compute((64,), lambda i: A[i] * 2.0, name='B')\n"
        "    sch = s_tir.Schedule(te.create_prim_func([A, B]))\n"
        "    sch.bind(sch.get_loops('B')[0], 'threadIdx.x')\n"
        "    sch.transform_layout('B', ('read', 0), lambda i: [i % 8 * 8 + i // 8])\n"
        "    return sch\n"
    )
    code, out, err = cli("verify", file)
    assert code == 1, (out, err)
    assert out.rstrip().endswith("2 wrong")
    assert "02-transform_layout, random inputs: 56 of 64 elements wrong, first at [1]" in err
    assert "01-bind" not in err


WITHOUT_TVM = """
import sys
sys.modules["tvm"] = None
from schedules.commands import main
main(sys.argv[1:])
"""


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("--help", 0),
        ("help migrate", 0),
        ("list gemm/hgemm", 0),
        ("verfy", 2),
        ("steps gemm/tall", 70),
    ],
)
def test_what_needs_no_tvm_does_not_load_it(arguments, code):
    """The last line needs it."""
    python = [sys.executable, "-c", WITHOUT_TVM, *arguments.split()]
    done = subprocess.run(python, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == code, done.stderr


def test_a_closed_pipe_is_no_error(tmp_path):
    command = f"{sys.executable} -m schedules show {VTHREAD} --level cuda | head -1"
    result = subprocess.run(
        command, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=600
    )
    assert result.returncode == 0
    assert result.stdout.startswith("// gemm/sgemm_tvm:vthread")
    assert "Traceback" not in result.stderr


def ignores_ctrl_c(process: psutil.Process) -> bool:
    """Whether a process is that far."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    ignored = int(re.search(r"^SigIgn:\s*(\w+)", status, re.M)[1], 16)
    return bool(ignored & 1 << (signal.SIGINT - 1))


def test_ctrl_c_leaves_nothing_half_written(tmp_path):
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "schedules",
            "dump",
            "gemm/sgemm_tvm",
            "--verify",
            "--out",
            tmp_path,
        ],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    # The workers, and Python's tracker of what they share, leave Ctrl-C to the command.
    while sum(map(ignores_ctrl_c, psutil.Process(process.pid).children())) < 3:
        assert process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=600)
    assert process.returncode == 130, err
    assert err.strip() == "schedules: interrupted; no file is half-written"
    assert list(tmp_path.iterdir()) == []


def test_tables_print_brackets_as_they_are(capsys):
    from schedules.views.terminal import print_table

    print_table(["what"], [["C[i,j] += A[k,i]"]], title="B[bold]")
    out = capsys.readouterr().out
    assert "C[i,j] += A[k,i]" in out
    assert "B[bold]" in out
