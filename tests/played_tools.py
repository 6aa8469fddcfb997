"""Tools of a CUDA toolkit that only pretend, and what they are tried on."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch_stand_in

from gpusim.cache import Cache
from schedules.compile.compile_errors import Compiled
from schedules.compile.compiler import Compiler
from schedules.core.kernel import Kernel, ScheduledKernel, last_kernel
from schedules.core.ladder import ladder
from schedules.core.target import DEFAULT_GPU
from schedules.measure.ceilings import Ceilings
from schedules.measure.contest import derived, identity
from schedules.processes.tools import RAN

HEAD = "========= COMPUTE-SANITIZER\n"
CLEAN = f"{HEAD}{RAN}\n========= ERROR SUMMARY: 0 errors\n"

OUT_OF_BOUNDS = f"""{HEAD}========= Invalid __global__ read of size 4 bytes
=========     at main_kernel+0x1b0
=========     by thread (31,0,0) in block (3,0,0)
=========     Access to 0x7f2b9a0 is out of bounds
=========     and is 1 bytes after the nearest allocation at 0x7f2b000 of size 2,464 bytes
=========     Saved host backtrace up to driver entry point at kernel launch time
=========         Host Frame: cuLaunchKernel [0x2f1] in libcuda.so.1
=========
{RAN}
========= ERROR SUMMARY: 12 errors
========= ERROR SUMMARY: 11 errors were not printed. Use --print-limit option to adjust
"""

CRASHED = f"""{HEAD}Traceback (most recent call last):
ValueError: invalid argument
========= Target application returned an error
========= ERROR SUMMARY: 0 errors
"""

REFUSED = f"""{HEAD}========= Error: Device not supported. See the list of supported devices.
========= ERROR SUMMARY: 0 errors
"""


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


# A compute-sanitizer whose child launches the rung that it is asked to, unless that is a bad one.
PLAYED_SANITIZER = f"""#!{sys.executable}
import sys
arguments = sys.argv[1:]
tool, path = arguments[1], arguments[arguments.index("run") + 1]
print("========= COMPUTE-SANITIZER")
if (tool, path) in BAD:
    print("========= Invalid __global__ write of size 4 bytes")
    print("=========     at main_kernel+0x10")
    print("========= ERROR SUMMARY: 1 error")
    sys.exit(1)
print("{RAN}:", path)
name = "RACECHECK SUMMARY: 0 hazards" if tool == "racecheck" else "ERROR SUMMARY: 0 errors"
print("========= " + name)
"""


def played_sanitizer(folder: Path, monkeypatch, bad=()) -> Path:
    """The sanitizer above, alone on PATH; says how it was called in `runs`."""
    file = folder / "compute-sanitizer"
    first, rest = PLAYED_SANITIZER.split("\n", 1)
    runs = folder / "runs"
    told = f"open({str(runs)!r}, 'a').write(' '.join(arguments) + chr(10))\n"
    rest = rest.replace('print("========= COMPUTE', told + 'print("========= COMPUTE', 1)
    file.write_text(f"{first}\nBAD = {set(bad)!r}\n{rest}")
    file.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return runs


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
    """A device, a compiler, a clock and ncu that only pretend; says what was timed and counted."""
    torch = SimpleNamespace(
        cuda=SimpleNamespace(get_device_name=lambda _: "Pretended GPU", empty_cache=lambda: None)
    )
    done: list[tuple[str, str]] = []

    def bench_shape(kernels, ceilings, references, *_):
        for kernel in kernels:
            done.append(("timed", kernel.rung.name))
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

    def count(kernel):
        done.append(("counted", kernel.rung.name))
        return {"dram_bytes": 1000, "shared_load_requests": 0}

    program(tmp_path, "ncu", "")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    backend = PlayedCompiler()
    played = {
        "cuda": lambda: torch,
        "device_target": lambda: DEFAULT_GPU,
        "for_launches": lambda target: Compiler(target, backend, Cache(tmp_path / "cache")),
    }
    for module in ("commands.bench.run", "commands.verify.on_gpu"):
        for name, value in played.items():
            monkeypatch.setattr(f"schedules.{module}.{name}", value)
    for name, value in {
        "analyses.verification.on_gpu.cuda": lambda: torch,
        "commands.bench.run.gpu_header": lambda: {"device": "Pretended GPU"},
        "commands.bench.run.measure_ceilings": lambda _: Ceilings(4000.0, 60.0, 800.0),
        "measure.gpu.bench_shape": bench_shape,
        "commands.bench.run.count": count,
    }.items():
        monkeypatch.setattr(f"schedules.{name}", value)
    return done
