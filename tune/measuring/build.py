"""Builders: compile a request to something that a runner can load.

A candidate that exceeds a limit is rejected before it is compiled. A CPU candidate is sent as
optimized LLVM IR and becomes machine code on the runner. A GPU candidate is sent as a shared
library with its host code and the machine code of its kernels.
"""

from __future__ import annotations

import importlib
import re
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import tvm
from tvm.support import cc

from gpusim.cache import Cache
from gpusim.errors import NoTool, UserError
from schedules.compile.compiler import Compiler
from schedules.compile.listing import text_fingerprint
from schedules.compile.nvrtc import Nvrtc
from schedules.compile.toolkit import Nvcc
from schedules.core.errors import LimitError, RungError
from schedules.core.ladder import Build, Rung
from schedules.core.target import CPU, Target
from schedules.lowering.lower import build_module, lower, reason
from schedules.workloads import Workload

from ..space.base import schedule_hash
from .child import CANNOT, full_disk
from .faults import memory_told, place_of
from .interface import BuildRequest, Outcome

Settings = Mapping[str, Any]
Built = dict[str, bytes]


class Refused(Exception):
    """A candidate that is not built; holds its outcome."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.outcome = Outcome(kind, message=message)


class StageClock:
    """Seconds by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, name: str):
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - start


@cache
def rung_at(loader: str, reference: str, shape: tuple[int, ...]) -> tuple[Rung, Workload]:
    """A request's rung and workload; the tile may differ from the rung's own."""
    if loader:
        module, _, function = loader.partition(":")
        rung = getattr(importlib.import_module(module), function)(reference)
    else:
        from schedules.sources.names import resolve

        rung = resolve(reference, shape or None).rung
    return rung, rung.workload.with_shape(shape) if shape else rung.workload


def asked_for(request: BuildRequest) -> tuple[Rung, Workload]:
    return rung_at(request.loader, request.rung, request.shape)


def scheduled(request: BuildRequest) -> tvm.ir.IRModule:
    """The candidate's module. Raises Refused."""
    rung, workload = asked_for(request)
    if request.module is not None:
        return tvm.ir.load_json(request.module)
    try:
        tile = replace(rung.tile_for(workload, request.arch), **request.knobs)
        if not rung.any_shape:
            tile.check(workload)
        return rung.finished(workload, tile)[0].mod
    except RungError as error:
        raise Refused("compile error", memory_told(str(error))) from None
    except UserError as error:
        raise Refused("limit", str(error)) from None


def emitted(mod: tvm.ir.IRModule, build: Build, target: Target) -> str:
    """The text that identifies a kernel: CUDA, or optimized LLVM IR for a CPU."""
    if not target.on_cpu:
        return lower(mod, build, target).source
    text = build_module(mod, target, build).mod.inspect_source("ll")
    # For alias analysis, TVM names buffers by their addresses in this process: "0x5c3b" is one, and
    # "0x5c3b.w16.b0" a part of it.
    numbers: dict[str, str] = {}
    return _ADDRESS.sub(lambda match: numbers.setdefault(match[0], str(len(numbers))), text)


_ADDRESS = re.compile(r'(?<=")0x[0-9a-f]+(?=[".])')


PROBE = 'extern "C" __global__ void probe() {}\n'


def compiler_for(target: Target, folder: Path, asked: str = Nvrtc.name) -> Compiler:
    """The compiler for candidates, which caches in the run's folder; raises NoTool, with the
    reason, if it does not compile an empty kernel."""
    backend = {Nvrtc.name: Nvrtc, Nvcc.name: Nvcc}[asked]()
    try:
        backend.compile(PROBE, target.arch)
    except UserError as error:
        raise NoTool(f"{asked} does not compile CUDA here: {error}") from error
    return Compiler(target, backend, Cache(folder))


class Builder:
    """The state that a builder process keeps between candidates.

    `settings` has 'kind' and 'folder', where cubins are shared, and may have 'compiler'.
    """

    def __init__(self, settings: Settings) -> None:
        self.kind = settings["kind"]
        self.folder = Path(settings["folder"])
        self.compiler = settings.get("compiler", "nvrtc")
        self.compilers: dict[Target, Compiler] = {}
        from schedules.core import ladder  # noqa: F401  what every candidate needs is loaded once

    def __call__(self, request: BuildRequest, begin: Callable[[], None]) -> dict[str, Any]:
        """Build a query; returns {'built': ...} or {'outcome': ...}."""
        clock, made = StageClock(), {}
        begin()
        try:
            answer = {"built": self.built(request, clock, made)}
        except Refused as error:
            answer = {"outcome": error.outcome}
        except NoTool as error:
            return {CANNOT: error}
        except Exception as error:  # User code, as a rung or a template, may raise anything.
            if isinstance(error, OSError) and (full := full_disk(error)):
                return full
            message = memory_told(f"{type(error).__name__}: {reason(error)}") + place_of(error)
            answer = {"outcome": Outcome("compile error", message=message)}
        return {**answer, "stages_s": clock.seconds, "made": made}

    def built(self, request: BuildRequest, clock: StageClock, made: dict[str, str]) -> Built:
        """The built candidate that a runner needs; adds the hashes of its kernel to `made`."""
        with clock("walk"):
            rung, _ = asked_for(request)
            mod = scheduled(request)
            made["schedule"] = schedule_hash(mod, rung)
        target = Target(self.kind, request.arch)
        try:
            if self.kind != CPU:
                return self.for_gpu(mod, rung.build, target, clock, made)
            with clock("compile"):
                text = emitted(mod, rung.build, target)
            made["kernel"] = text_fingerprint(text)
            return {"llvm": text.encode()}
        except LimitError as error:
            raise Refused("limit", str(error)) from None
        except NoTool:
            raise
        except UserError as error:
            raise Refused("compile error", str(error)) from None

    def for_gpu(
        self, mod: tvm.ir.IRModule, build: Build, target: Target, clock: StageClock, made: dict
    ) -> Built:
        if target not in self.compilers:
            self.compilers[target] = compiler_for(target, self.folder, self.compiler)
        compiler = self.compilers[target]
        with clock("lower"):
            lowered = lower(mod, build, target)
        made["kernel"] = text_fingerprint(lowered.source)
        with clock("compile"):
            code = compiler.cubin(lowered.source)
        made["compiler"] = compiler.version
        with clock("link"):
            library = lowered.executable(lambda _source: code)
            with tempfile.TemporaryDirectory(dir=self.folder) as folder:
                file = Path(folder) / "candidate.so"
                if cc.get_cc() is None:
                    raise NoTool("linking a candidate needs a C++ compiler: none is on PATH")
                library.export_library(str(file))
                source = lowered.source.encode()
                return {"library": file.read_bytes(), "source": source, "cubin": code}
