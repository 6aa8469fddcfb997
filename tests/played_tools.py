"""Tools of a CUDA toolkit that only pretend, and what they are tried on."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
import torch_stand_in

from gpusim.cache import Cache
from schedules.compile.compiler import Compiler
from schedules.compile.listing import Compiled
from schedules.core.kernel import Kernel, ScheduledKernel, last_kernel
from schedules.core.ladder import ladder
from schedules.core.target import DEFAULT_GPU
from schedules.measure.ceilings import Ceilings
from schedules.measure.contest import derived, identity


def kernel_at(path: str, shape: tuple[int, ...]) -> Kernel:
    name, _, rung = path.partition(":")
    rung = ladder(name)[rung]
    return last_kernel(rung, rung.at(shape), DEFAULT_GPU)


@pytest.fixture
def lone() -> Kernel:
    """A rung of one launch."""
    return kernel_at("gemm/sgemm_tvm:block_tile", (33, 65, 17))


class PlayedCompiler:
    """A backend that compiles nothing and notes what it was given."""

    name, version = "played", "played 1.0"

    def __init__(self) -> None:
        self.compiled: list[str] = []

    def identity(self, source: str, chip: str) -> list[str]:
        return [source, chip]

    def compile(self, source: str, chip: str) -> Compiled:
        self.compiled.append(source)
        return Compiled("", b"no code", "")


@pytest.fixture(scope="module")
def several():
    """Rungs of one launch each."""
    rungs = ("naive", "block_tile", "cache_write")
    return [kernel_at(f"gemm/sgemm_tvm:{rung}", (33, 65, 17)) for rung in rungs]


def program(folder: Path, name: str, text: str) -> Path:
    """An executable that prints a text."""
    file = folder / name
    file.write_text(f"#!/bin/sh\ncat <<'END'\n{text}\nEND\n")
    file.chmod(0o755)
    return file


def without_tools(monkeypatch, folder: Path) -> None:
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr("gpusim.toolkit.DEFAULT_HOME", str(folder))
    for home in ("CUDA_HOME", "CUDA_PATH"):
        monkeypatch.delenv(home, raising=False)


@pytest.fixture
def on_stand_in(monkeypatch):
    """Launch kernels on torch's stand-in: a rung's outputs are the reference, unless `faults` has
    under its name a function that changes them, or an exception."""

    def use(faults: dict) -> None:
        def executable(kernel: Kernel) -> dict:
            def main(*tensors) -> None:
                outputs = tensors[-len(kernel.workload.outputs()) :]
                right = kernel.workload.reference(tensors[: -len(outputs)])
                for output, values in zip(outputs, right, strict=True):
                    output.array[...] = values.array
                fault = faults.get(kernel.rung.name)
                if isinstance(fault, Exception):
                    raise fault
                if fault:
                    fault(outputs)

            return {"main": main}

        torch_stand_in.install(monkeypatch)
        monkeypatch.setattr(ScheduledKernel, "executable", property(executable))

    return use


# What the played clock shows of every kernel.
PLAYED_US = {"sustained": 100.0, "cold": 90.0}


@pytest.fixture
def played(monkeypatch, tmp_path):
    """A device, a compiler and a clock that only pretend; says which rungs were timed."""
    torch = SimpleNamespace(cuda=SimpleNamespace(empty_cache=lambda: None))
    done: list[str] = []

    def bench_shape(kernels, ceilings, references, *_):
        for kernel in kernels:
            done.append(kernel.rung.name)
            yield {
                **identity(kernel),
                **derived(kernel.workload, PLAYED_US["sustained"], ceilings),
                "quartiles_us": [PLAYED_US["sustained"]] * 2,
                "relative_error": 1e-7,
                "tie_ratio": 1.0,
                "baselines": {"cuBLAS": {"time_us": 50.0, "ratio": 0.5}},
                "cold": {
                    "time_us": PLAYED_US["cold"],
                    "quartiles_us": [PLAYED_US["cold"] - 1, PLAYED_US["cold"] + 1],
                    "samples": 3,
                    "baselines": {"cuBLAS": {"time_us": 60.0, "ratio": 0.66}},
                },
            }

    backend = PlayedCompiler()
    played = {
        "device_name": lambda: "Pretended GPU",
        "device_target": lambda: DEFAULT_GPU,
        "Compiler": lambda target: Compiler(target, backend, Cache(tmp_path / "cache")),
    }
    for name, value in played.items():
        monkeypatch.setattr(f"schedules.commands.bench.run.{name}", value)
        home = "compile.compiler" if name == "Compiler" else "core.gpu"
        monkeypatch.setattr(f"schedules.{home}.{name}", value)
    for name, value in {
        "analyses.verification.on_gpu.cuda": lambda: torch,
        "commands.bench.run.gpu_header": lambda: {"device": "Pretended GPU"},
        "commands.bench.run.measure_ceilings": lambda _: Ceilings(4000.0, 60.0, 800.0),
        "measure.gpu.bench_shape": bench_shape,
    }.items():
        monkeypatch.setattr(f"schedules.{name}", value)
    return done
