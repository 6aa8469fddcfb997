"""Builders: from a task to something a runner can load.

A candidate that breaks a limit is refused before anything is compiled. A CPU's candidate travels as
LLVM IR, optimized, and becomes machine code where it runs; a GPU's as a shared library of its host
code, with the machine code of its kernels beside it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import tvm
from tvm import s_tir
from tvm.support import cc

from schedules.checks.device import Cubins, compiler_version, does_not_compile
from schedules.checks.launch_process import StoredCubins
from schedules.errors import LimitError, NoTool, RungError, UserError
from schedules.ladder import Build, Rung
from schedules.lowering.kernel_text import text_fingerprint
from schedules.lowering.lower import compile_module, lower, reason
from schedules.targets.target import code_arch, target
from schedules.workloads import Workload

from ..space import schedule_hash
from ..task import Outcome, Task
from .child import CANNOT, full_disk

Settings = Mapping[str, Any]
# How the name of a rung begins that says all of it (`tune.legacy.computation`).
TEMPLATE = "template:"


class Refused(Exception):
    """A candidate that is not built: its outcome."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.outcome = Outcome(kind, message=message)


class Stages:
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
def rung_at(reference: str, shape: tuple[int, ...]) -> tuple[Rung, Workload]:
    """A task's rung and workload, whose tile need not be the rung's own."""
    if reference.startswith(TEMPLATE):
        from ..legacy.computation import rung_of

        rung = rung_of(reference)
        return rung, rung.workload
    from schedules.commands.cli import resolve

    rung = resolve(reference, shape or None).rung
    return rung, rung.workload.with_shape(shape) if shape else rung.workload


def scheduled(task: Task, rung: Rung, workload: Workload) -> tvm.ir.IRModule:
    """The candidate's module. Raises Refused."""
    if task.trace is not None:
        from schedules.gemm.tensor_tiles import intrinsics

        intrinsics()
        sch = s_tir.Schedule(workload.prim_func())
        try:
            s_tir.schedule.Trace.apply_json_to_schedule(json.loads(task.trace), sch)
        except (RuntimeError, ValueError, TypeError) as error:
            raise Refused("compile error", f"the trace does not replay: {reason(error)}") from None
        return sch.mod
    try:
        tile = replace(rung.tile_for(workload), **task.knobs)
        if not rung.any_shape:
            tile.check(workload)
        return rung.finished(workload, tile)[0].mod
    except RungError as error:
        raise Refused("compile error", str(error)) from None
    except UserError as error:
        raise Refused("limit", str(error)) from None


def emitted(mod: tvm.ir.IRModule, build: Build, kind: str, arch: str) -> str:
    """The text that tells a kernel from others: CUDA, or for 'llvm' LLVM IR, optimized."""
    if kind != "llvm":
        return lower(mod, build, kind, arch).source
    text = compile_module(mod, build, kind="llvm", mcpu=arch).mod.inspect_source("ll")
    # TVM tells buffers apart, for alias analysis, by their addresses in this process: "0x5c3b" is
    # one, and "0x5c3b.w16.b0" a part of it.
    numbers: dict[str, str] = {}
    return _ADDRESS.sub(lambda found: numbers.setdefault(found[0], str(len(numbers))), text)


_ADDRESS = re.compile(r'(?<=")0x[0-9a-f]+(?=[".])')


class TuningCubins(StoredCubins):
    """Cubins that all builders of a run share, made by NVRTC unless `asked` is 'nvcc'.

    NVRTC takes half of nvcc's time, which starts five programs. Where one of them is not here the
    other takes its place.
    """

    def __init__(self, arch: str, folder: Path, asked: str = "nvrtc") -> None:
        super().__init__(arch, folder)
        self.asked = asked

    @cached_property
    def by_nvrtc(self) -> Callable[[str, str], bytes] | None:
        """NVRTC, with precompiled headers if it can; None for nvcc. Raises NoTool."""
        if self.asked == "nvcc" and shutil.which("nvcc"):
            return None
        for compiler in (nvrtc_precompiled, nvrtc):
            try:
                compiler(PROBE, self.arch)
                return compiler
            except (UserError, ImportError, ValueError) as error:
                why = error
        if shutil.which("nvcc"):
            return None
        raise NoTool(f"nothing here compiles CUDA: nvcc is not on PATH, and NVRTC says: {why}")

    @property
    def compiler(self) -> str:
        return "nvrtc" if self.by_nvrtc else "nvcc"

    def get(self, source: str) -> bytes:
        # TVM asks the current target for the compute capability.
        with target("cuda", self.arch):
            if self.by_nvrtc is None:
                return super().get(source)
            file = self.file(source)
            if file.exists():
                return file.read_bytes()
            return self.keep(source, self.by_nvrtc(source, code_arch(self.arch, source)))

    def keep(self, source: str, code: bytes) -> bytes:
        file = self.file(source)
        fresh = file.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(code)
        fresh.replace(file)
        return code


PROBE = 'extern "C" __global__ void probe() {}\n'
# What TVM puts ahead of a text for NVRTC, and what it includes for a host compiler alone.
ALWAYS = ("cuda/std/cstdint", "cuda/std/limits")
HOST_ONLY = ("cuda.h", "cstdint", "type_traits")
_INCLUDE = re.compile(r"^\s*#include <([^>]+)>", re.M)


def nvrtc_precompiled(source: str, arch: str) -> bytes:
    """`nvrtc` with the headers that the text includes precompiled: the same machine code.

    Most of NVRTC's time goes to CUDA's own headers, the same for all candidates. Automatic
    precompiled headers end at the first declaration, and TVM's texts declare names between
    includes: headers named as options come ahead of all of it. (NVRTC, "Precompiled Headers".)
    They stay in the memory of this process.
    """
    included = dict.fromkeys([*ALWAYS, *_INCLUDE.findall(source)])
    names = [name for name in included if name not in HOST_ONLY]
    return nvrtc(source, arch, [*(f"--pre-include={name}" for name in names), "--pch"])


def nvrtc(source: str, arch: str, options: Sequence[str] = ()) -> bytes:
    """Machine code by NVRTC with TVM's options; raises UserError with the compiler's words."""
    from tvm.support.nvcc import compile_cuda, find_cuda_path

    try:
        # In wheels, unlike in a toolkit, this folder is none that TVM looks in.
        options = [*options, f"-I{find_cuda_path()}/include/cccl"]
        code = compile_cuda(
            source, target_format="cubin", arch=arch, compiler="nvrtc", options=options
        )
    except RuntimeError as error:
        raise does_not_compile(error) from error
    return bytes(code)


class Builder:
    """What a builder's process keeps between candidates.

    `settings` has 'kind', 'folder', where cubins are shared, and may have 'compiler'.
    """

    def __init__(self, settings: Settings) -> None:
        self.kind = settings["kind"]
        self.folder = Path(settings["folder"])
        self.compiler = settings.get("compiler", "nvrtc")
        self.cubins: dict[str, Cubins] = {}
        from schedules import catalog  # noqa: F401  what every candidate needs is loaded once

    def __call__(self, task: Task, begin: Callable[[], None]) -> dict[str, Any]:
        """{'built': ...} or {'outcome': ...}."""
        stages, made = Stages(), {}
        begin()
        try:
            answer = {"built": self.built(task, stages, made)}
        except Refused as error:
            answer = {"outcome": error.outcome}
        except NoTool as error:
            return {CANNOT: error}
        except OSError as error:
            if full := full_disk(error):
                return full
            answer = {"outcome": failed(error)}
        except Exception as error:  # a rung may be anybody's code, and so may a template
            answer = {"outcome": failed(error)}
        return {**answer, "stages_s": stages.seconds, "made": made}

    def built(self, task: Task, stages: Stages, made: dict[str, str]) -> dict[str, bytes]:
        with stages("walk"):
            rung, workload = rung_at(task.rung, tuple(task.shape))
            mod = scheduled(task, rung, workload)
            made["schedule"] = schedule_hash(mod, rung)
        try:
            if self.kind == "llvm":
                return self.for_cpu(mod, rung.build, task.arch, stages, made)
            return self.for_gpu(mod, rung.build, task.arch, stages, made)
        except LimitError as error:
            raise Refused("limit", str(error)) from None
        except NoTool:
            raise
        except UserError as error:
            raise Refused("compile error", str(error)) from None

    def for_cpu(
        self, mod: tvm.ir.IRModule, build: Build, mcpu: str, stages: Stages, made: dict[str, str]
    ) -> dict[str, bytes]:
        with stages("compile"):
            text = emitted(mod, build, "llvm", mcpu)
        made["kernel"] = text_fingerprint(text)
        return {"llvm": text.encode()}

    def for_gpu(
        self, mod: tvm.ir.IRModule, build: Build, arch: str, stages: Stages, made: dict[str, str]
    ) -> dict[str, bytes]:
        if arch not in self.cubins:
            self.cubins[arch] = TuningCubins(arch, self.folder, self.compiler)
        cubins = self.cubins[arch]
        with stages("lower"), cubins.emitting():
            source = emitted(mod, build, "cuda", arch)
        made["kernel"] = text_fingerprint(source)
        with stages("compile"):
            code = cubins.get(source)
        made["compiler"] = compiler_version(cubins.compiler)
        with stages("link"):
            library = compile_module(mod, build, "cuda", arch)
            with tempfile.TemporaryDirectory(dir=self.folder) as folder:
                file = Path(folder) / "candidate.so"
                if cc.get_cc() is None:
                    raise NoTool("linking a candidate needs a C++ compiler: none is on PATH")
                library.export_library(str(file))
                return {"library": file.read_bytes(), "source": source.encode(), "cubin": code}


def failed(error: Exception) -> Outcome:
    """What became of a candidate whose build raised."""
    return Outcome("compile error", message=f"{type(error).__name__}: {reason(error)}")
