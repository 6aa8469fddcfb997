"""Kernels of other projects: the list is complete, and a fault is told from its correct twin."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from benchmarks.external import gpuverify
from benchmarks.external.__main__ import LIST, evaluate
from benchmarks.external.launch import arguments_of
from schedules.compile.toolkit import is_here

LISTED = tomllib.loads(LIST.read_text(encoding="utf-8"))
KERNEL = """template <int STEP> __global__ void scale(float *y, const float *x, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * STEP;
  if (i < n) y[i] = 2.0f * x[i];
}
int main() { return 0; }
"""
ENTRY = {
    "repository": "some/repository",
    "file": "scale.cu",
    "kernel": "scale<1>",
    "grid": [2],
    "block": [64],
    "arguments": ["y:float32[100]:out", "x:float32[100]", "n:int32=100"],
    "expected": {"y": "2 * x"},
}


def test_every_kernel_is_described() -> None:
    places = [(kernel["file"], kernel["kernel"]) for kernel in LISTED["kernel"]]
    assert len(set(places)) == len(places) > 100
    for kernel in LISTED["kernel"]:
        assert len(LISTED["repository"][kernel["repository"]]["commit"]) == 40
        arguments = arguments_of(kernel)
        written = {a["name"] for a in arguments if a.get("role", "in") in ("out", "inout")}
        assert written, kernel["kernel"]
        assert set(kernel.get("expected", written)) == written


@pytest.mark.exhaustive
@pytest.mark.skipif(not is_here(), reason="needs nvcc")
def test_a_fault_is_found_and_its_twin_is_correct(tmp_path: Path) -> None:
    (tmp_path / "scale.cu").write_text(f"#include <absent.h>\n{KERNEL}")
    repository = {"headers": {"absent.h": ""}}
    assert evaluate(ENTRY, repository, tmp_path, 120)["status"] == "right"
    fault = evaluate({**ENTRY, "expected": {"y": "3 * x"}}, repository, tmp_path, 120)
    assert fault["status"] == "wrong" and "100 of 100 elements wrong" in fault["text"][0]


@pytest.mark.exhaustive
@pytest.mark.skipif(not is_here(), reason="needs nvcc")
@pytest.mark.parametrize(("verdict", "at"), [("xfail:NOT_ALL_VERIFIED", "0"), ("pass", "i")])
def test_a_test_of_gpuverify_has_its_options_and_arguments(tmp_path, verdict, at):
    source = f"""//{verdict}
//--blockDim=32 --gridDim=2 -DSCALE=3
struct held {{ int *p; }};
__global__ void k(held h, int n) {{
  __requires(n == 5);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __assert(n == 5 && SCALE == 3);
  h.p[{at}] = i;
}}
"""
    (tmp_path / "kernel.cu").write_text(source)
    case = {"held": {"h": "p"}, "arguments": {"n": {"value": 5}}}
    fault = gpuverify.expected(source) == "fault"
    row = gpuverify.evaluate(tmp_path / "kernel.cu", case, 120)
    assert row["status"] == ("wrong" if fault else "not compared"), row
    assert not fault or "race" in row["text"][0]
