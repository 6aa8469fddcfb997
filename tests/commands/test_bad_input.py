"""Bad input: one line that names what is wrong, exit status 2, nothing written, nothing run."""

from __future__ import annotations

import shlex

import pytest
from conftest import ROOT, no_gpu

from schedules.core.files import write_json

NAIVE, VTHREAD, WARP = "gemm/sgemm_tvm:naive", "gemm/sgemm_tvm:vthread", "gemv/hgemv:warp1"
SWIZZLED, CPU = "gemm/hgemm:swizzled", "gemm/sgemm_cpu:serial"
SAXPY, SOFTMAX = str(ROOT / "examples/kernels/saxpy.cu"), str(ROOT / "examples/softmax.py")

# Command line -> what its line has to name.
LINES = {
    # Names and suggestions.
    "--nonsense": "--nonsense",
    "shw": "'show'",
    "help dif": "'diff'",
    "show": "REFERENCE",
    "show ''": "unknown ladder ''",
    "show nothing_of_this_name": "nothing_of_this_name",
    "show gemm/sgemm_tv": "'gemm/sgemm_tvm'",
    "list gemm/hgem": "'gemm/hgemm'",
    "show gemm/sgemm_tvm:vthred": "'vthread'",
    f"show {VTHREAD}:bind_fetc": "'bind_fetch'",
    f"show {VTHREAD}:a:b": "too many parts",
    f"show {VTHREAD} --levle cuda": "--levle",
    f"show {VTHREAD} --level cud": "'cuda'",
    f"show {VTHREAD} --level asm": "asm",
    "show gemm/sgemm_cpu:packed --level cuda": "cuda",
    f"show {VTHREAD} --arch sm90": "'sm_90'",
    "show gemm/sgemm_cpu:packed --arch x86-64-v9": "x86-64-v9",
    "show gemm/sgemm_tvm:ordered_products@nvidia-h20": "nvidia-h200",
    f"show {NAIVE}@nvidia-h200": "nvidia-h200",
    "schema step": "'steps'",
    "report gemm/sgemm_tvn --out x.html": "'gemm/sgemm_tvm'",
    "verify gemm/sgemm_tvm:nave": "'naive'",
    "bench gemm/sgemm_cpux": "'gemm/sgemm_cpu'",
    "advise gemm/hgemm:swizled": "'swizzled'",
    # A ladder or a step where a rung is asked for, and the reverse.
    "steps gemm/sgemm_tvm": "name one",
    "explore gemm/sgemm_tvm": "name one",
    "advise gemm/hgemm": "name one",
    "diff gemm/sgemm_tvm gemm/hgemm": "name one",
    f"dump {VTHREAD}:init": "names a step",
    f"verify {VTHREAD}:init": "names a step",
    f"check {SOFTMAX}:schedule:warp": "names a step",
    f"explore {SOFTMAX}:schedule:nope": "'nope'",
    "predict gemv/hgemv --timeline x.json": "gemv/hgemv",
    # Shapes.
    f"show {VTHREAD} --shape 1x2": "'1x2'",
    f"show {VTHREAD} --shape 1,0,2": "at least 1",
    f"show {VTHREAD} --shape 128,128": "M,N,K",
    f"show {VTHREAD} --shape 100,100,16": "128,128,16",
    f"show {NAIVE} --shape 99999999999999999999,1,1": "2147483647",
    f"verify {VTHREAD} --shape 16384,16384,16384": "too many",
    f"verify {NAIVE} --shape 30000,30000,1": "bytes",
    f"advise {SWIZZLED} --shape 100,100,100": "not a multiple",
    # What there is not: kernels, passes, architectures, chips.
    f"show {VTHREAD}:split_block --level cuda": "no kernel yet",
    "resources gemm/sgemm_tvm:block_tile:1": "no kernel yet",
    f"passes {VTHREAD} --show ThreadSync": "3 times",
    f"passes {VTHREAD} --show InjectVirtualThred": "InjectVirtualThread",
    f"resources {NAIVE} --arch sm_80,sm_91": "'sm_90'",
    f"resources {NAIVE} --arch sm_70": "sm_70",
    f"resources {CPU}": "for a CPU",
    f"analyze {CPU}": "for a CPU",
    f"advise {CPU}": "for a CPU",
    f"check {CPU}": "for a CPU",
    f"verify {CPU} --on machine --shape 8,8,8": "for a CPU",
    f"verify {WARP} --arch sm_70": "sm_70",
    f"verify {SAXPY} --arch x86-64-v3": "unknown arch",
    f"verify {SAXPY} --arch sm_90a": "choose sm_90, compiled for sm_90a where the code needs it",
    f"predict {WARP} --arch sm_75": "sm_75",
    f"predict {WARP} --arch sm_80 --chip rtx-3090": "sm_86",
    f"advise {SWIZZLED} --chip h800": "h800",
    f"check {WARP} --arch sm_80 --chip h100": "sm_90",
    f"passes {SAXPY}": "saxpy.cu",
    f"show {SAXPY} --level tir": "tir",
    # Options that exclude or need each other.
    f"verify {WARP} --on cuda --arch sm_80": "--arch",
    f"verify {NAIVE} --record any.json": "--on cuda",
    f"verify {NAIVE} --sizes 512": "--on cuda",
    f"verify {NAIVE} --grid 4": "--grid",
    "bench gemm/sgemm_cpu --missing": "GPU",
    f"predict {NAIVE} --timeline naive.png": ".json",
    f"predict {NAIVE} --timeline x.json --json": "--timeline",
    f"predict {NAIVE} --if 'row 3: 50 %'": "line 34: 50 %",
    f"predict {NAIVE} --if 'line 999: 50 %' --shape 32,32,32": "line 999",
    f"predict {NAIVE} --if '6: 150 %' --shape 32,32,32": "100 %",
    f"predict {NAIVE} --lines --instructions": "--instructions",
    "predict gemv/hgemv --lines": "name one",
    f"diff {NAIVE} {VTHREAD} --chip h100": "--why",
    f"diff {NAIVE} {VTHREAD} --why --level tir": "--level",
    f"diff {NAIVE} {WARP} --why": "shape",
    "exercise 99": "'99'",
    "exercise --hint": "exercise N --hint",
    "serve --port 99999": "99999",
    "check": "--against",
    # Files.
    "explore missing.py": "missing.py",
    "check --against none.json": "none.json",
    "migrate missing.py": "missing.py",
    f"migrate {SOFTMAX}": "softmax.py",
    f"show {ROOT}/examples/stencil.py:schedule:splt": "'split'",
}


@pytest.mark.parametrize("line", LINES)
def test_bad_input_is_one_line_and_exit_2(cli, line, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    code, _, err = cli(*shlex.split(line))
    assert code == 2
    assert LINES[line] in err
    assert err.startswith("schedules: ") and len(err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


WITHOUT_GPU = [
    ("verify", "--on", "cuda"),
    ("bench",),
    ("bench", "gemv/hgemv", "--sizes", "1,2"),
]


@pytest.mark.skipif(not no_gpu(), reason="there is a GPU here")
@pytest.mark.parametrize("arguments", WITHOUT_GPU, ids=" ".join)
def test_without_a_gpu_a_command_says_so_in_one_line(cli, arguments, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    code, out, err = cli(*arguments)
    assert (code, out) == (3, "")
    assert err.startswith("schedules: ") and len(err.splitlines()) == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", [("verify", "--on", "cuda"), ("bench",)], ids=" ".join)
def test_another_devices_record_is_refused_before_anything_is_run(cli, played, tmp_path, command):
    file = tmp_path / "record.json"
    write_json(file, {"device": "Another GPU", "rows": []})
    code, out, err = cli(*command, "gemm/sgemm_tvm:naive", "--record", file)
    assert (code, out, played) == (2, "", [])
    assert err == (
        "schedules: the record is for Another GPU and this device is Pretended GPU: "
        "choose another --record\n"
    )
