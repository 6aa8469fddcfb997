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
from conftest import ROOT, items

VTHREAD = "gemm/sgemm_tvm:vthread"


def test_list(cli):
    code, out, err = cli("list")
    assert (code, err) == (0, "")
    assert "gemm/sgemm_tvm: SGEMM on CUDA cores" in out
    assert "cp_async" in out


def test_list_json(cli):
    code, out, _ = cli("list", "gemm/sgemm_tvm", "--json")
    assert code == 0
    (ladder,) = items(out, "ladders")
    rungs = {rung["rung"]: rung for rung in ladder["rungs"]}
    assert rungs["vthread"]["tile"] == [128, 128, 16]
    assert rungs["vthread"]["figures"][0]["value"] == 565
    assert rungs["naive"]["shape"] == [1024, 1024, 1024]
    assert [step["step"] for step in rungs["naive"]["steps"]] == [
        "bind_block",
        "bind_thread",
        "init",
    ]
    assert all(step["why"] for rung in rungs.values() for step in rung["steps"])


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


def test_show_a_step_at_another_shape_and_arch(cli):
    code, out, _ = cli("show", f"{VTHREAD}:init", "--level", "cuda", "--shape", "256,128,32")
    assert code == 0
    assert "M,N,K = 256,128,32" in out
    assert "grid 2 x 1 x 1" in out
    code, out, _ = cli("show", VTHREAD, "--level", "lowered", "--arch", "sm_86")
    assert '"arch": "sm_86"' in out


def test_show_a_ladder(cli):
    code, out, _ = cli("show", "gemm/sgemm_tvm")
    assert code == 0
    assert "reference: 420 ms (cuBLAS) on RTX 3090" in out
    assert "source: 4849.64 ms on RTX 3090" in out
    assert "build: cp.async on, storage rewrite off" in out


def test_steps(cli):
    code, out, _ = cli("steps", "gemm/sgemm_tvm:double_buffer")
    assert code == 0
    (idle,) = (line for line in out.splitlines() if "double_buffer_scope" in line)
    assert idle.split()[2:6] == ["yes", "no", "no", "no"]
    assert "no effect on cuda" in idle
    (doubled,) = (line for line in out.splitlines() if " 15 " in line)
    assert "32768 B shared" in doubled


def test_steps_by_primitive(cli):
    code, out, _ = cli("steps", "gemm/sgemm_tvm:naive", "--primitives")
    assert code == 0
    names = [line.split()[1] for line in out.splitlines() if line.strip()[:1].isdigit()]
    assert names == [
        "bind_block/bind",
        "bind_thread/split",
        "bind_thread/bind",
        "bind_thread/bind",
        "init/decompose_reduction",
    ]


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


def test_passes(cli):
    code, out, _ = cli("passes", VTHREAD, "--changed-only")
    assert code == 0
    assert "s_tir.InjectVirtualThread" in out
    assert "InjectSoftwarePipeline" not in out
    code, out, _ = cli("passes", VTHREAD, "--grep", "tvm_storage_sync")
    assert [line.split()[1] for line in out.splitlines() if line.strip()[:1].isdigit()] == [
        "s_tir.ThreadSync"
    ]
    code, out, _ = cli("passes", VTHREAD, "--show", "CompactBufferAllocation")
    assert "A_shared = T.sblock_alloc_buffer((1, 16, 128)" in out or "(16, 128)" in out


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


def test_a_whole_ladder_is_dumped_with_its_index(cli, tmp_path):
    code, out, _ = cli("dump", "gemm/tall", "--out", tmp_path)
    assert code == 0
    index = (tmp_path / "gemm/tall/README.md").read_text()
    assert "[cuda](05-dependent_launch/10-tensorize.cu)" in index
    assert (tmp_path / "gemm/tall/05-dependent_launch/10-tensorize.cu").is_file()
    assert "gemm/tall:split_k" in out


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


def test_verify(cli):
    code, out, _ = cli("verify", "gemm/sgemm_tvm:naive", "--shape", "5,9,33")
    assert code == 0
    assert "of tolerance" in out
    assert out.rstrip().endswith("correct")


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


SOFTMAX = str(ROOT / "examples/softmax.py")
BAD = [
    (["shw"], "unknown command 'shw': did you mean 'show'?"),
    (["show", "gemm/sgemm_tv"], "unknown ladder 'gemm/sgemm_tv': did you mean 'gemm/sgemm_tvm'?"),
    (["show", "gemm/sgemm_tvm:vthred"], "did you mean 'vthread'?"),
    (["show", f"{VTHREAD}:bind_fetc"], "unknown step 'bind_fetc': did you mean 'bind_fetch'?"),
    (["show", f"{VTHREAD}:a:b"], "too many parts"),
    (["show", VTHREAD, "--level", "cud"], "unknown level 'cud': did you mean 'cuda'?"),
    (["show", VTHREAD, "--arch", "sm90"], "unknown arch 'sm90': did you mean 'sm_90'?"),
    (["show", VTHREAD, "--shape", "1x2"], "malformed shape '1x2'"),
    (["show", VTHREAD, "--shape", "1,0,2"], "every extent must be at least 1"),
    (["show", VTHREAD, "--shape", "128,128"], "has 2 extents, expected M,N,K"),
    (["show", VTHREAD, "--shape", "100,100,16"], "nearest shape that fits is 128,128,16"),
    (
        ["show", f"{VTHREAD}:split_block", "--level", "cuda"],
        "no kernel yet: no loop bound to a block or thread axis",
    ),
    (["show"], "Missing argument 'REFERENCE'"),
    (["show", VTHREAD, "--levle", "cuda"], "No such option"),
    (["steps", "gemm/sgemm_tvm"], "has several rungs; name one"),
    (["passes", VTHREAD, "--show", "ThreadSync"], "runs 3 times; give its number"),
    (["explore", "gemm/sgemm_tvm"], "has several rungs; name one"),
    (["explore", "missing.py"], "no such file: missing.py"),
    (["dump", f"{VTHREAD}:init"], "names a step; name a ladder or a rung"),
    *(
        ([command, f"{what}:{step}"], message)
        for command in ("verify", "explore", "steps", "dump", "report", "check")
        for what, known in ((VTHREAD, "init"), (f"{SOFTMAX}:schedule", "warp"))
        for step, message in (
            (known, "names a step; name a ladder"),
            ("nope", "unknown step 'nope'"),
        )
    ),
    (
        ["verify", "gemm/sgemm_tvm:vthread", "--shape", "16384,16384,16384"],
        "too many to verify in float64",
    ),
]


@pytest.mark.parametrize(("arguments", "message"), BAD, ids=[" ".join(a) for a, _ in BAD])
def test_bad_input_is_one_line_and_exit_2(cli, arguments, message, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    code, _, err = cli(*arguments)
    assert code == 2
    assert message in err
    assert err.startswith("schedules: ")
    assert len(err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_whole_ladder_is_refused_before_any_rung_is_verified(cli, monkeypatch):
    monkeypatch.setattr("schedules.commands.explore.outcomes_of", pytest.fail)
    assert cli("explore", "gemm/sgemm_tvm")[0] == 2


def test_a_ladder_file_runs_as_a_script(run_cli):
    listed = run_cli(module="schedules.gemm.sgemm_tvm")
    assert listed.returncode == 0, listed.stderr
    assert "vectorized_read" in listed.stdout
    shown = run_cli("show", module="schedules.gemm.sgemm_tvm")
    assert "reference: 420 ms" in shown.stdout


def test_module_and_version(run_cli):
    result = run_cli("--version")
    assert (result.returncode, result.stdout.strip()) == (0, "schedules, version 0.1.0")


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
