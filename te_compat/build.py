"""`tvm.lower` and `tvm.build` of old scripts, and the functions that they return.

A script that builds for CUDA needs a GPU to run what it built. With `on_cpu` set, its kernels run
serially on this machine's CPU instead (see verification/serial.py), so that the script's own checks
still work."""

from __future__ import annotations

import contextlib
import copy
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import tvm
from tvm import te

from gpusim.errors import UserError, nearest
from schedules.analyses.verification.serial import serial
from schedules.core.errors import LimitError, LoweringError, NoGpu
from schedules.core.files import write_text
from schedules.core.ladder import Build
from schedules.core.target import CPU, DEFAULT_GPU, NATIVE, Target
from schedules.lowering.lower import Lowered, build_module, lower

from .calls import OldCall, OldObject, RunError, blamed_on, here, notice, progress_notice, refuse
from .cpu_kernels import on_cpu, some_blocks
from .dataflow import key, outputs
from .devices import as_target, empty, gpu, passed_for, unwrapped
from .intrinsics import with_way_out
from .ir_builder import threads_outside
from .schedule import Schedule
from .script_passes import applied, passed
from .session import Replayed, lower_schedule, pass_options, replay, session
from .symbolic import solved, symbols
from .testing import SECONDS, evaluate, seconds


def described(mod: tvm.ir.IRModule) -> tvm.ir.IRModule:
    """A module with plain loops instead of tensor intrinsics."""
    # `lower` under another name gives the same function in another module.
    for replayed in session().replayed:
        if replayed.mod["main"].same_as(mod["main"]):
            return replayed.described()
    return mod


def legacy_lower(sch, args=None, name: str = "main", binds=None, simple_mode: bool = False):
    """`tvm.lower`: the schedule as an IRModule of today's TIR.

    `simple_mode` only changed how the old module was printed; here both print alike.
    """
    if isinstance(sch, tvm.ir.IRModule | tvm.tirx.PrimFunc):
        return sch
    if not isinstance(sch, Schedule):
        raise refuse(f"{type(sch).__name__} is not a schedule; use te.create_schedule", "lower")
    if binds:
        raise refuse(
            "binds= maps tensors to buffers, which is not supported; pass only the tensors",
            "lower",
        )
    if args is None:
        raise refuse("args is missing; pass the input and output tensors", "lower")
    with blamed_on(here("lower")):
        args = list(args)
    every = [*args, *missing_outputs(sch, args)]
    mod = passed(lower_schedule(sch, every, name).mod)
    made = LegacyModule.of(tvm.ir.IRModule({name: mod["main"]}) if name != "main" else mod)
    made.given = len(args)
    if symbols(stage.op for stage in sch.stages):
        made.symbolic = Symbolic(sch.twin(), tuple(every), here("lower"))
    return made


class LegacyModule(tvm.ir.IRModule):
    """The result of `tvm.lower`: an IRModule with the old attribute names.

    `symbolic` is its schedule, if its extents are variables; `given` the number of its arguments
    that the script named.
    """

    symbolic: Symbolic | None = None
    given: int | None = None

    @classmethod
    def of(cls, mod: tvm.ir.IRModule) -> LegacyModule:
        made = cls.__new__(cls)
        made.__move_handle_from__(tvm.ir.IRModule(mod.functions, attrs=mod.attrs))
        return made

    def astext(self, show_meta_data: bool = True) -> str:
        return self.script()


def missing_outputs(sch: Schedule, args: Sequence) -> list[te.Tensor]:
    """Outputs that are not among `args`: some scripts pass only their inputs, to print the
    loops."""
    known = {
        key(sch.current(arg)) if arg.op in sch.stage_map else key(arg)
        for arg in args
        if isinstance(arg, te.Tensor)
    }
    every = [output for op in sch.outputs for output in outputs(sch[op].op)]
    return [output for output in every if key(output) not in known]


def legacy_build(
    inputs,
    args=None,
    target=None,
    target_host=None,
    runtime=None,
    name: str = "default_function",
    binds=None,
) -> Built:
    """`tvm.build` of a schedule or of the result of `tvm.lower`."""
    with blamed_on(here("build")):
        built_for = as_target(target) if target is not None else tvm.target.Target.current(True)
    symbolic = given = None
    if isinstance(inputs, Schedule):
        kind = str((built_for or as_target("llvm")).kind.name)
        args = list(args or ())
        every = [*args, *missing_outputs(inputs, args)]
        mod, given = passed(lower_schedule(inputs, every, "main", kind).mod), len(args)
        if symbols(stage.op for stage in inputs.stages):
            symbolic = Symbolic(inputs.twin(), tuple(every), here("build"))
    elif lowered := functions_of(inputs):
        if isinstance(args, str | tvm.target.Target):
            built_for = as_target(args)
        if len(lowered) > 1:
            built = {n: legacy_build(m, None, built_for, name=n) for n, m in lowered}
            first = next(iter(built.values()))
            first.functions = built
            return first
        ((_, whole),) = lowered
        symbolic, given = (getattr(whole, what, None) for what in ("symbolic", "given"))
        # `lower` gave it another name.
        mod = tvm.ir.IRModule({"main": next(iter(whole.functions.values()))})
    else:
        raise refuse(
            f"{type(inputs).__name__} is not a schedule; pass a schedule and its tensors",
            "build",
        )
    try:
        return Built(threads_outside(mod), built_for or as_target("llvm"), name, symbolic, given)
    except UserError as error:
        # An error of lowering does not mention the script.
        raise type(error)(f"{here('build').where}: build: {with_way_out(str(error))}") from None


def functions_of(inputs) -> list[tuple[str, tvm.ir.IRModule]]:
    """The functions of lowered modules, each by its name in a module of its own; [] of others."""
    if isinstance(inputs, list | tuple):
        return [pair for each in inputs for pair in functions_of(each)]
    if not isinstance(inputs, tvm.ir.IRModule):
        return []
    names = [str(var.name_hint) for var in inputs.functions]
    if len(names) == 1:
        return [(names[0], inputs)]
    return [(name, tvm.ir.IRModule({name: inputs[name]})) for name in names]


@dataclass(frozen=True)
class Symbolic:
    """A built schedule with symbolic extents, whose numbers come from the arrays of a call."""

    schedule: Schedule
    args: tuple
    call: OldCall

    def module(self, sizes: Mapping) -> tvm.ir.IRModule:
        return replay(self.schedule, self.args, call=self.call, sizes=sizes).mod


class Loaded(OldObject):
    """The result of `tvm.runtime.load_module`, for old arrays."""

    entry_name = "main"

    def __init__(self, module) -> None:
        self.module = module

    def __call__(self, *arrays):
        return self[self.entry_name](*arrays)

    def __getitem__(self, name: str) -> Callable:
        if session().only_lower:
            session().skipped = True
            return lambda *_arrays: None
        function = self.module[name]
        return lambda *arrays: function(*map(unwrapped, arrays))

    def import_module(self, device: DeviceModule) -> None:
        """Import kernels from a separate file; with --on-cpu they are in the host's library."""
        if not (session().on_cpu or session().only_lower):
            raise refuse(
                "TVM 0.27 cannot load kernels from a separate file; leave the call out, because a "
                "library written by export_library contains them"
            )

    def get_function(self, name: str) -> Callable:
        return self[name]

    def time_evaluator(self, name, dev=None, number=10, repeat=1, min_repeat_ms=0, **_options):
        """A function on arrays that returns `mean`, `results` and `median` in seconds."""

        def timed(*arrays):
            given = list(map(unwrapped, arrays))

            def evaluator(number: int, repeat: int) -> Callable:
                timer = self.module.time_evaluator(
                    name, dev or tvm.cpu(0), number, repeat, min_repeat_ms=min_repeat_ms
                )
                return lambda: timer(*given)

            return evaluate(lambda: self.module[name](*given), evaluator, number, repeat)

        return timed


@dataclass(frozen=True)
class DeviceModule(OldObject):
    """The CUDA kernels of a module."""

    source: str
    type_key = "cuda"

    def get_source(self, fmt: str = "") -> str:
        return self.source

    inspect_source = get_source

    def save(self, file_name, fmt: str = "") -> None:
        """Save the CUDA text, regardless of the file's extension."""
        write_text(Path(file_name), self.source)


class Built(Loaded):
    """The result of `tvm.build`: callable on arrays, with its source and a timer."""

    def __init__(
        self,
        mod: tvm.ir.IRModule,
        target: tvm.target.Target,
        name: str,
        symbolic: Symbolic | None = None,
        given: int | None = None,
    ) -> None:
        self.mod = mod
        # The arguments that the script named; outputs after them are allocated by a call.
        self.given = given
        self.symbolic = symbolic
        self.made_for: dict[frozenset, Built] = {}
        # Whether a call computes the whole result.
        self.whole = True
        # Seconds of its last call.
        self.took: float | None = None
        self.build = Configured(config=pass_options())
        self.entry_name = name
        self.entry_func = self
        # All functions of a module, by their names, if there are several.
        self.functions: dict[str, Built] = {}
        self.call = here("build")
        kind, arch = str(target.kind.name), target.attrs.get("arch", DEFAULT_GPU.arch)
        self.type_key = kind if kind == "c" else "llvm"
        self.is_gpu = kind in ("cuda", "opencl", "metal", "webgpu")
        # Its name in kernels.
        self.target = Target(kind, str(arch))
        if not self.is_gpu:
            self.target = Target(CPU, str(target.attrs.get("mcpu", "")))
        elif not session().only_lower:
            # The extents of a call may keep limits that the numbers for symbolic extents exceed.
            with contextlib.suppress(*[LimitError] * (symbolic is not None)):
                self.lowered  # noqa: B018  (a mistake is told here, not when the kernel is run)

    @cached_property
    def lowered(self) -> Lowered:
        """The kernels, lowered and emitted."""
        with progress_notice(self.call, "lowering and emitting the kernels"):
            mod = applied(self.mod, self.target.kind)
            self.build = needed(mod, self.build, self.target)
            return lower(mod, self.build, self.target)

    def for_extents_of(self, arrays: Sequence) -> Built:
        """A kernel for the extents of these arrays; itself if its extents are not symbolic."""
        if self.symbolic is None:
            return self
        sizes = solved(self.symbolic.args, arrays)
        known = frozenset(sizes.items())
        if known not in self.made_for:
            made = copy.copy(self)
            for cached in ("lowered", "module"):
                made.__dict__.pop(cached, None)
            made.mod, made.symbolic = self.symbolic.module(sizes), None
            self.made_for[known] = made
        return self.made_for[known]

    @property
    def imported_modules(self) -> list:
        """The device module alone, as old modules had it; its `get_source()` is the CUDA."""
        if not self.is_gpu:
            return []
        return [DeviceModule(each.lowered.source) for each in self.functions.values() or [self]]

    def get_source(self, fmt: str = "") -> str:
        """LLVM IR, or the CUDA of a device module."""
        return self.lowered.source if self.is_gpu else self.module.inspect_source(fmt or "ll")

    @cached_property
    def module(self):
        with blamed_on(self.call), progress_notice(self.call, "compiling"):
            return self._compiled(self.mod).mod

    def _compiled(self, mod: tvm.ir.IRModule):
        if self.is_gpu and (session().on_cpu or session().only_lower):
            # With native instructions: otherwise float16 needs function calls.
            mod = on_cpu(described(mod), self.call)
            fewer = None if session().all_blocks else some_blocks(mod, self.call)
            self.whole = fewer is None
            return build_module(serial(fewer or mod), Target(CPU, NATIVE))
        if self.is_gpu and not tvm.cuda(0).exist:
            raise NoGpu(
                self.call.refusal(
                    "the script runs a CUDA kernel, and this machine has no GPU; run it serially "
                    "on the CPU with `python -m te_compat --on-cpu SCRIPT.py`"
                )
            )
        return build_module(applied(mod, self.target.kind), self.target, self.build)

    def export_library(self, file_name, *args, **kwargs) -> None:
        """Save a library that contains the function under its own name and as `main`."""
        with blamed_on(here()):
            self._saved(file_name).export_library(str(file_name), *args, **kwargs)

    def _saved(self, file_name):
        """The module to save in a file: its function under its own name, and as `main`."""
        # The script's makefile would have made the folder.
        Path(file_name).parent.mkdir(parents=True, exist_ok=True)
        serially = self.is_gpu and (session().on_cpu or session().only_lower)
        if serially:
            notice(here(), "with --on-cpu, the library contains CPU code and no CUDA")
        func = (serial(on_cpu(described(self.mod), self.call)) if serially else self.mod)["main"]
        mod = tvm.ir.IRModule(
            {name: func.with_attr("global_symbol", name) for name in ("main", self.entry_name)}
        )
        return build_module(mod, Target(CPU, NATIVE)) if serially else self._compiled(mod).mod

    def save(self, file_name, fmt: str = "") -> None:
        """Save the object file (.o), LLVM IR (.ll), assembly (.s) or bitcode (.bc) of CPU code."""
        with blamed_on(here()):
            ending = str(file_name).rpartition(".")[2]
            saved = self._saved(file_name)
            getattr(saved, "mod", saved).write_to_file(str(file_name), fmt or ending)

    def __call__(self, *arrays) -> None:
        if session().only_lower:
            session().skipped = True
            return
        made = self.for_extents_of(arrays)
        function, params = made.module["main"], made.mod["main"].params
        if len(arrays) == self.given:
            on = gpu() if self.is_gpu else None
            arrays = [*arrays, *(empty(p.shape, str(p.dtype), on) for p in params[self.given :])]
        session().skipped |= not made.whole
        on = "the CPU, serially" if self.is_gpu and session().on_cpu else "its device"
        started = time.perf_counter()
        try:
            with progress_notice(here(self.entry_name), f"running on {on}"):
                function(*passed_for(params, arrays))
        except (RuntimeError, ValueError, TypeError) as error:
            said = " ".join(str(error).split())
            way_out = "compare its arguments with those of tvm.build"
            if "Cannot find function" in said:
                way_out = "compute it with te.compute, because this TVM is built without it"
            raise refuse(f"{said}; {way_out}", self.entry_name, RunError) from error
        self.took = time.perf_counter() - started

    def __getitem__(self, name: str) -> Built:
        if self.functions and name not in self.functions:
            raise refuse(str(nearest("function", name, self.functions)), "build")
        return self.functions.get(name, self)

    def time_evaluator(self, _name, dev=None, *args, **options):
        if session().only_lower:
            session().skipped = True
            return lambda *_arrays: seconds(1.0)
        on = tvm.cpu(0) if session().on_cpu or not self.is_gpu else tvm.cuda(0)

        def timed(*arrays):
            made = Loaded(self.for_extents_of(arrays).module)
            # The time of a serial run says nothing about the kernel, and a long run is not
            # repeated.
            serially = self.is_gpu and session().on_cpu
            if serially or (not self.is_gpu and (self.took or 0) > SECONDS / 2):
                if self.took is None:
                    self(*arrays)
                return seconds(self.took)
            return made.time_evaluator("main", on, *args, **options)(*arrays)

        return timed

    evaluator = time_evaluator


def load_module(path, fmt: str = "") -> Loaded | DeviceModule:
    """`tvm.runtime.load_module`, `tvm.module.load`: a library that `export_library` saved."""
    if str(path).endswith((".ptx", ".cubin", ".cu", ".cl")):
        return DeviceModule(Path(path).read_text(encoding="utf-8"))
    return Loaded(tvm.runtime.load_module(str(path)))


def enabled(target) -> bool:
    """`tvm.module.enabled`, `tvm.runtime.enabled`: whether a script can build for a target here."""
    kind = str(target).split()[0]
    if kind in ("cuda", "gpu"):
        return session().on_cpu or session().only_lower or tvm.cuda(0).exist
    with contextlib.suppress(RuntimeError):
        # TVM 0.27 raises for an unknown kind (stackvm).
        return bool(tvm.runtime.enabled(kind))
    return False


_APART = ("tirx.disable_storage_rewrite", True)
_REFUSED = "tvm_access_ptr element type must match the source buffer"


@dataclass(frozen=True)
class Configured(Build):
    """A build under the PassContext in which the script called `tvm.build`."""

    config: tuple = ()

    def pass_config(self) -> dict:
        return dict(self.config)


def needed(mod: tvm.ir.IRModule, build: Configured, target: Target) -> Configured:
    """The build; without StorageRewrite if TVM refuses the result of that pass."""
    if "tvm_access_ptr" not in mod.script():
        return build
    try:
        lower(mod, build, target)
    except LoweringError as error:
        if _REFUSED in str(error):
            return Configured(config=(*build.config, _APART))
    return build


def extra_options(replayed: Replayed, kind: str) -> list[tuple[str, bool]]:
    """The options that a schedule with intrinsics needs beside the script's own."""
    if kind != "cuda" or not replayed.program.intrinsics:
        return []
    made = needed(replayed.mod, Configured(), DEFAULT_GPU)
    return list(made.config)
