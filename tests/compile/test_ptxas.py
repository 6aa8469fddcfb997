"""The same PTX by several releases of ptxas."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from accesses import needs_compiler

from gpusim.errors import NoCompiler, UserError
from gpusim.toolkit import NVCC_WHEELS, file_of
from schedules.compile import ptxas as releases
from schedules.compile.ptxas import ptxas

HINT = Path(__file__).parent / "cache_hint.ptx"


def installed() -> bool:
    try:
        return releases.release_of(file_of(NVCC_WHEELS[0], "bin/ptxas")) == "13.0"
    except UserError:
        return False


needs_ptxas = pytest.mark.skipif(not installed(), reason="the extra nvcc installs ptxas 13.0")


@needs_compiler
@needs_ptxas
def test_a_fault_of_the_optimizer_is_in_the_optimized_code_alone(cli):
    code, out, _ = cli("verify", str(HINT), "--compilers", "13.0,13.0-O0", "--json")
    optimized, plain = json.loads(out)["items"]
    assert code == 1
    assert (optimized["compiler"], plain["compiler"]) == ("ptxas 13.0", "ptxas 13.0-O0")
    assert optimized["verdict"] == "wrong" and "illegal-instruction" in optimized["failures"][0]
    assert plain["verdict"] == "correct"


@needs_compiler
@needs_ptxas
def test_a_rung_has_one_row_for_each_release(cli):
    asked = ("verify", "gemm/sgemm_tvm:naive", "--compilers", "13.0,13.0-O1", "--json")
    code, out, _ = cli(*asked)
    items = json.loads(out)["items"]
    assert code == 0
    assert [(one["compiler"], one["verdict"]) for one in items] == [
        ("ptxas 13.0", "correct"),
        ("ptxas 13.0-O1", "correct"),
    ]


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        (
            "13.99",
            NoCompiler,
            "ptxas 13.99 is not installed: pip install .*13.99 'nvidia-cuda-nvcc==13",
        ),
        ("12.99", NoCompiler, "'nvidia-cuda-nvcc-cu12==12.99"),
        ("newest", UserError, "'newest' is no release of ptxas"),
    ],
)
def test_a_release_that_is_not_there_says_what_to_install(name, error, message):
    with pytest.raises(error, match=message):
        ptxas(name)


@pytest.mark.parametrize(
    ("release", "version"), [("12.9", "8.8"), ("13.0", "9.0"), ("13.4", "9.3"), ("12.8", "8.7")]
)
def test_ptx_is_given_to_a_release_as_its_own_version(release, version):
    assert releases._for_release(".version 9.3\n", release) == f".version {version}\n"
    assert releases._for_release(".version 8.0\n", release) == ".version 8.0\n"


@needs_compiler
@pytest.mark.parametrize("version", ["8.7", "9.9"])
def test_ptx_of_a_newer_version_names_the_ways_out(cli, tmp_path, version):
    for file in HINT.parent.glob("cache_hint*"):
        (tmp_path / file.name).write_text(
            file.read_text().replace(".version 8.7", f".version {version}")
        )
    code, _, err = cli("verify", str(tmp_path / HINT.name))
    assert ("give the cubin" in err) == (code == 2) == (version == "9.9")
