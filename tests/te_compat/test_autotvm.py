"""Old AutoTVM scripts run unmodified, and get AutoTVM's words from this package."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
import tvm as tvm_of_today
from autotvm_samples import KEYS, old_line
from conftest import ROOT

from schedules.analyses.verification.serial import check_serial, serial
from schedules.core.errors import LimitError
from schedules.core.ladder import Build
from schedules.lowering.lower import lower
from schedules.workloads import Gemm
from te_compat import autotvm, tvm
from te_compat.calls import OldCallError
from te_compat.rung import load
from te_compat.script import run_script

EXAMPLE = ROOT / "examples/legacy/autotvm_matmul.py"
ON_GPU = ROOT / "examples/legacy/autotvm_gemm_gpu.py"
RUN_ON_GPU = ROOT / "docs/tuning/autotvm_gemm_gpu-nvidia-h200.log"


@pytest.mark.exhaustive
def test_a_script_tunes_unmodified(run_cli, tmp_path):
    done = run_cli(EXAMPLE, "33", "64", "16", "6", "RandomTuner", module="schedules.legacy")
    assert done.returncode == 0, done.stderr
    assert "ConfigSpace (len=" in done.stdout and "best: [('tile_i'," in done.stdout
    rows = [json.loads(row) for row in (tmp_path / "matmul.log").read_text().splitlines()]
    assert 3 <= len(rows) <= 6
    for row in rows:
        assert list(row) == KEYS and row["version"] == 0.2
        assert row["input"] == ["llvm -keys=cpu", "example/matmul", [33, 64, 16, "float32"], {}]
        assert [name for name, _, _ in row["config"]["entity"]][:2] == ["tile_i", "tile_j"]
        costs, error, spent, _ = row["result"]
        assert error == 0 and 0 < min(costs) < 1 and spent > 0


def test_the_explorer_shows_a_template_without_tuning(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rung = load(str(EXAMPLE), "", (32, 32, 32))
    (step,) = rung.walk(rung.workload, rung.tile)
    assert any("tile_j" in line for line in step.primitives)
    assert not list(tmp_path.iterdir())
    # The script's own log, if it is there, decides.
    entity = [["tile_i", "sp", [-1, 4]], ["tile_j", "sp", [-1, 16]], ["tile_k", "sp", [-1, 2]]]
    entity += [["order", "re", [1, 0]], ["inner", "an", ["unroll"]], ["parallel", "ot", True]]
    row = json.loads(old_line(1e-6, entity))
    row["input"][1:3] = ["example/matmul", [32, 32, 32, "float32"]]
    (tmp_path / "matmul.log").write_text(json.dumps(row) + "\n")
    rung = load(str(EXAMPLE), "", (32, 32, 32))
    (step,) = rung.walk(rung.workload, rung.tile)
    text = step.mod.script()
    assert "T.vectorized(16)" in text and "T.parallel(8)" in text and "T.unroll(2)" in text


REFUSED = {
    "policy": ('cfg.define_split("t", 8, policy="all", num_outputs=2)', "factors"),
    "keyword": ('cfg.define_split("t", 8, num_outputs=2, factor=3)', "factor"),
    "no parts": ('cfg.define_split("t", 8)', "pass num_outputs"),
    "nothing left": (
        'cfg.define_split("t", 7, num_outputs=2, filter=lambda e: e.size[-1] == 2)',
        "has no values",
    ),
    "annotation": ('cfg.define_annotate("t", [8], "candidate")', "try_unroll_vec"),
    "bind": ('cfg.define_annotate("t", [8], "bind_gpu")', "at least 2"),
    "unknown knob": ('cfg["tile"]', "no such knob"),
    "template": ('autotvm.task.create("nobody", args=(), target="llvm")', "unknown template|no t"),
    "target": ('autotvm.task.create("t", args=(), target="opencl")', "use llvm or cuda"),
    "pickle": ('autotvm.callback.log_to_file("a", protocol="pickle")', "use 'json'"),
    "flush": ("autotvm.LocalRunner(enable_cpu_cache_flush=True)", "leave it out"),
    "build_func": ('autotvm.LocalBuilder(build_func="ndk")', "leave it out"),
    "option": ('autotvm.measure_option(builder="rpc", runner="local")', "LocalBuilder"),
    "topi": ("autotvm.register_topi_compute", "template of the operator"),
    "tuner": ("autotvm.tuner.DropletTuner", "XGBTuner"),
    "unknown name": ("autotvm.nobody", "name of AutoTVM"),
    "graph tuner": ("from tvm.autotvm.graph_tuner import DPTuner; DPTuner()", "TOPI"),
    "no target": ("autotvm.apply_history_best([]).query(None, ())", "tvm.target.Target"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_names_the_line(name, tmp_path):
    line, text = REFUSED[name]
    script = tmp_path / "script.py"
    head = "import tvm\nfrom tvm import te, autotvm\ncfg = autotvm.ConfigSpace()\n"
    script.write_text(f"{head}{line}\n")
    with pytest.raises(OldCallError, match=rf"script.py:4: .*({text})"):
        run_script(script)


def test_a_script_gets_autotvm(tmp_path, monkeypatch):
    monkeypatch.delitem(vars(tvm), "autotvm", raising=False)
    script = tmp_path / "script.py"
    script.write_text("from tvm import autotvm\nautotvm.template\n")
    run_script(script)
    assert tvm.autotvm is autotvm


def test_a_script_tunes_by_the_tuners_own_command(run_cli, tmp_path):
    done = run_cli(EXAMPLE, "33", "64", "16", "1", "RandomTuner", module="tune.legacy")
    assert done.returncode == 0, done.stderr
    assert len((tmp_path / "matmul.log").read_text().splitlines()) == 1


@pytest.mark.skipif(tvm_of_today.cuda(0).exist, reason="there is a GPU: the script would tune")
def test_the_gpu_script_shows_its_space_and_a_kernel_where_there_is_no_gpu(run_cli, tmp_path):
    done = run_cli(ON_GPU, "512", "256", "128", module="schedules.legacy")
    assert done.returncode == 0, done.stderr
    assert "tile_i: Split(policy=factors, product=512, num_outputs=4)" in done.stdout
    assert "no GPU, so that nothing is timed" in done.stdout
    # The document's block, threads and slices, in float4.
    assert "__launch_bounds__(256)" in done.stdout
    assert "__shared__ alignas(64) float A_shared_ptr[2048];" in done.stdout
    assert re.search(r"\*\(float4\*\)\(A_shared_ptr \+ .* = \*\(float4\*\)\(A_ptr", done.stdout)
    assert not list(tmp_path.glob("*.log"))


@pytest.mark.skipif(tvm_of_today.cuda(0).exist, reason="there is a GPU: the script would tune")
def test_the_gpu_scripts_candidates_are_right_and_become_kernels():
    """Run serially on the CPU: shared caches, virtual threads, two buffers."""
    with pytest.raises(SystemExit):
        run_script(ON_GPU, ["128", "256", "64"])
    made = autotvm.task.create("example/gemm_gpu", args=(128, 256, 64, "float32"), target="cuda")
    rng = np.random.default_rng(1)
    workload = Gemm(128, 256, 64, a_layout="km", b_layout="kn")
    space = made.config_space
    kept = [index for index in range(space.range_length) if space.is_index_valid(index)]
    for index in rng.choice(kept, 4):
        config = space.get(int(index))
        mod = tvm_of_today.ir.load_json(made.candidate(config).knobs["module"])
        for kind, error, message in check_serial(serial(mod), workload, Build()):
            assert error <= 1, f"{kind} at {config}: {message}"
        kernel = lower(mod).kernel_source
        assert ("float4*)(A_shared_ptr" in kernel) == (config["fetch"].val == 4)
        assert "vthread" not in kernel


def test_the_gpu_scripts_configs_keep_a_blocks_limits(tmp_path):
    """`lower` refuses what asks for more threads or shared memory than a block has."""
    script = tmp_path / "script.py"
    script.write_text(ON_GPU.read_text().partition("dev = tvm.cuda(0)")[0])
    run_script(script, ["1024", "1024", "1024"])
    made = autotvm.task.create(
        "example/gemm_gpu", args=(1024, 1024, 1024, "float32"), target="cuda"
    )
    space = made.config_space
    kept = [index for index in range(space.range_length) if space.is_index_valid(index)]
    assert 1000 < len(kept) < space.range_length
    refused = 0
    for index in np.random.default_rng(2).choice(kept, 12, replace=False):
        lower(tvm_of_today.ir.load_json(made.candidate(space.get(int(index))).knobs["module"]))
    space.multi_filter(lambda _one: True)
    for index in np.random.default_rng(2).integers(0, space.range_length, 12):
        mod = tvm_of_today.ir.load_json(made.candidate(space.get(int(index))).knobs["module"])
        try:
            lower(mod)
        except LimitError:
            refused += 1
            assert index not in kept
    assert refused


def test_the_gpu_scripts_log_is_of_its_space_and_the_guide_tells_it(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(ON_GPU.read_text().partition("dev = tvm.cuda(0)")[0])
    run_script(script, ["1024", "1024", "1024"])
    args = (1024, 1024, 1024, "float32")
    made = autotvm.task.create("example/gemm_gpu", args=args, target="cuda")
    ran = list(autotvm.record.load_from_file(str(RUN_ON_GPU)))
    for inp, result in ran:
        assert inp.task.args == args and result.error_no == 0
        assert made.config_space.is_index_valid(inp.config.index)
        assert str(made.config_space.get(inp.config.index)) == str(inp.config)
    best, result = min(ran, key=lambda one: np.median(one[1].costs))
    assert best is ran[0][0], "the first, as the guide says"

    section = (ROOT / "docs/legacy.md").read_text().partition(f"](tuning/{RUN_ON_GPU.name})")[2]
    assert re.search(r"([\d,]+) candidates", section)[1] == f"{len(ran)}"
    printed = dict(re.findall(r"^(document|best): ([\d.]+) ms, .*TFLOP/s .*$", section, re.M))
    assert printed["best"] == f"{np.median(result.costs) * 1e3:.3f}" and str(best.config) in section
    ratio = float(printed["document"]) / float(printed["best"])
    assert re.search(r"([\d.]+) times as long", section)[1] == f"{ratio:.1f}"
