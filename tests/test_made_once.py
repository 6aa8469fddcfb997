"""Each command lowers a kernel once and compiles it once, whatever levels it shows."""

from __future__ import annotations

from collections import Counter

import pytest
import tvm_ffi
from exhaustive import sampled_tuples
from played_tools import PlayedCompiler

import schedules.lowering.lower
from gpusim.cache import FOLDER_VARIABLE
from schedules.compile.nvrtc import Nvrtc
from schedules.core.ladder import Step, steps
from schedules.sources.names import resolve

RUNG = "gemm/sgemm_tvm:vthread"


@pytest.fixture
def made(monkeypatch, tmp_path) -> tuple[Counter, Counter]:
    """How often which module was lowered for which target, and which text was compiled."""
    lowered, compiled = Counter(), Counter()
    lower, compile_text = schedules.lowering.lower.lower, Nvrtc.compile

    def counting(mod, build, target):
        lowered[tvm_ffi.structural_hash(mod), target.kind] += 1
        return lower(mod, build, target)

    def compiling(self, source, chip):
        compiled[source, chip] += 1
        return compile_text(self, source, chip)

    monkeypatch.setattr(schedules.lowering.lower, "lower", counting)
    monkeypatch.setattr(Nvrtc, "compile", compiling)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "cache"))
    return lowered, compiled


def once(walked: list[Step]) -> Counter:
    return Counter((tvm_ffi.structural_hash(step.mod), "cuda") for step in walked)


# (arguments, whether every step is lowered, number of texts that are compiled)
COMMANDS = [
    (["show", RUNG, "--level", "sass"], False, 1),
    (["steps", RUNG], True, 0),
    (["dump", RUNG, "--verify", "--strict", "--out", "{tmp}/dumps"], True, 1),
    (["analyze", RUNG], False, 1),
    (["resources", RUNG], False, 1),
    (["report", RUNG, "--out", "{tmp}/page.html"], True, 1),
]


@pytest.mark.parametrize(
    ("arguments", "every_step", "compiled"),
    sampled_tuples(COMMANDS, COMMANDS[:2]),
    ids=lambda value: value[0] if isinstance(value, list) else None,
)
def test_a_command_makes_each_level_once(cli, made, tmp_path, arguments, every_step, compiled):
    code, _, err = cli(*(word.format(tmp=tmp_path) for word in arguments))
    assert code == 0, err
    walked = steps(resolve(RUNG).rung)
    lowered, texts = made
    asked = once(walked if every_step else walked[-1:])
    # A page compares the rung with its records: its kernels at the other shapes come along.
    assert {key: lowered[key] for key in asked} == asked
    assert set(lowered.values()) == {1}
    assert list(texts.values()) == [1] * compiled


def test_a_bench_on_a_gpu_makes_each_kernel_once(cli, made, played, tmp_path, monkeypatch):
    given: list[str] = []
    compile_text = PlayedCompiler.compile

    def compiling(self, source, chip):
        given.append(source)
        return compile_text(self, source, chip)

    monkeypatch.setattr(PlayedCompiler, "compile", compiling)
    file = tmp_path / "record.json"
    rungs = [RUNG, "gemm/sgemm_tvm:naive"]
    code, _, err = cli("bench", *rungs, "--sizes", "128", "--record", file, "--missing")
    assert code == 0, err
    assert played == ["vthread", "naive"]
    lowered, _ = made
    assert len(lowered) == 2 and set(lowered.values()) == {1}
    assert len(given) == len(set(given)) == 2
