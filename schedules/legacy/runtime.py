"""What old scripts do with a schedule: targets, devices, arrays, `tvm.build` and the timer.

A script that builds for CUDA needs a GPU to run what it built. With `on_cpu` set, its kernels run
serially on this machine's CPU instead (see checks/serial.py), so that its own checks still check.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import SimpleNamespace

import numpy as np
import tvm
from tvm import te

from ..checks.serial import serial
from ..errors import NoGpu, UserError
from ..ladder import Build
from ..lowering.lower import Lowered, compile_module, lower
from ..targets.target import DEFAULT_ARCH
from .calls import MissingName, OldCall, OldObject, RunError, here, refuse
from .dataflow import key, outputs
from .program import blamed_on
from .replay import Replayed, replay
from .stage import Schedule


@dataclass
class Session:
    """What one run of a script is to do, and what it did.

    Parameters
    ----------
    on_cpu : bool
        Run CUDA kernels serially on the CPU.
    only_lower : bool
        Keep every state of every schedule, and run no kernel.
    skipped : bool
        Some kernel was not run, so that no result is what the script expects.
    on_call : callable, optional
        Called at every recorded call and every `lower`, from within the script's frames.
    """

    on_cpu: bool = False
    only_lower: bool = False
    skipped: bool = False
    on_call: Callable[[], None] | None = None
    histories: list[History] = field(default_factory=list)
    replayed: list[Replayed] = field(default_factory=list)


@dataclass(frozen=True)
class Lowering:
    """One `tvm.lower`, or `tvm.build` of a schedule: after how many calls, and of what."""

    calls: int
    args: tuple[te.Tensor, ...]
    call: OldCall
    kind: str
    name: str = "main"


@dataclass
class History:
    """A schedule of a script: its state before the first call and after each, and its lowerings."""

    schedule: Schedule
    states: list[Schedule]
    lowered: list[Lowering] = field(default_factory=list)


_session = Session()


def session() -> Session:
    return _session


@contextlib.contextmanager
def new_session(**options) -> Iterator[Session]:
    """A session of its own for the time of the block."""
    global _session
    before, _session = _session, Session(**options)
    try:
        yield _session
    finally:
        _session = before


# --- lower and build ------------------------------------------------------------------------------


def watch(made: Schedule) -> None:
    """Keep the states of a schedule where the session wants them."""
    if session().only_lower:
        history = History(made, [made.copy()])
        session().histories.append(history)

        def on_call(sch: Schedule) -> None:
            history.states.append(sch.copy())
            if session().on_call is not None:
                session().on_call()

        made.on_call = on_call


def lower_schedule(sch: Schedule, args: Sequence, name: str = "main", kind: str = "") -> Replayed:
    """`tvm.lower` of a schedule, entered in the session. `kind` is the target's, where known."""
    for history in session().histories:
        if history.schedule is sch:
            state = Lowering(len(sch.calls), tuple(args), here("lower"), kind, name)
            history.lowered.append(state)
    if session().on_call is not None:
        session().on_call()
    found = replay(sch, args, name)
    if found.program.intrinsics:
        session().replayed.append(found)
    return found


def on_a_cpu(mod: tvm.ir.IRModule) -> tvm.ir.IRModule:
    """A module that this CPU can run: serial, with plain loops in place of tensor intrinsics."""
    # `lower` under another name gives the same function in another module.
    known = (one for one in session().replayed if one.mod["main"].same_as(mod["main"]))
    found = next(known, None)
    return serial(found.described() if found else mod)


def legacy_lower(sch, args=None, name: str = "main", binds=None, simple_mode: bool = False):
    """`tvm.lower`: the schedule as an IRModule of today's TIR.

    `simple_mode` changed only how the old one printed; here both print alike.
    """
    if isinstance(sch, tvm.ir.IRModule | tvm.tirx.PrimFunc):
        return sch
    if not isinstance(sch, Schedule):
        raise refuse("lower", f"{type(sch).__name__} is no schedule", "use te.create_schedule")
    if binds:
        raise refuse(
            "lower",
            "binds= maps tensors to buffers of one's own, which TIR has no use for",
            "give the tensors alone",
        )
    if args is None:
        raise refuse("lower", "args is missing", "give the tensors, inputs and outputs")
    with blamed_on(here("lower")):
        args = list(args)
    mod = lower_schedule(sch, [*args, *missing_outputs(sch, args)], name).mod
    return tvm.ir.IRModule({name: mod["main"]}) if name != "main" else mod


def missing_outputs(sch: Schedule, args: Sequence) -> list[te.Tensor]:
    """Outputs that are not among `args`: scripts print the loops of their inputs alone."""
    tensors = [one for one in args if isinstance(one, te.Tensor)]
    known = {key(sch.current(one)) if one.op in sch.stage_map else key(one) for one in tensors}
    found = [one for op in sch.outputs for one in outputs(sch[op].op)]
    return [one for one in found if key(one) not in known]


def legacy_build(
    inputs,
    args=None,
    target=None,
    target_host=None,
    runtime=None,
    name: str = "default_function",
    binds=None,
) -> Built:
    """`tvm.build` of a schedule or of what `tvm.lower` gave."""
    with blamed_on(here("build")):
        found = as_target(target) if target is not None else tvm.target.Target.current(True)
    if isinstance(inputs, Schedule):
        kind = str((found or as_target("llvm")).kind.name)
        mod = lower_schedule(inputs, args or (), "main", kind).mod
    elif isinstance(inputs, tvm.ir.IRModule):
        if isinstance(args, str | tvm.target.Target):
            found = as_target(args)
        mod = inputs
        if len(mod.functions) == 1:
            # `lower` has it under the name that it was given.
            mod = tvm.ir.IRModule({"main": next(iter(mod.functions.values()))})
    else:
        raise refuse(
            "build", f"{type(inputs).__name__} is no schedule", "give a schedule and its tensors"
        )
    try:
        return Built(mod, found or as_target("llvm"), name)
    except UserError as error:
        # What lowering refuses says nothing of the script.
        raise type(error)(f"{here('build').where}: build: {error}") from None


def as_target(given) -> tvm.target.Target:
    """A Target from what old scripts wrote: an object, a tag, or "cuda -arch=sm_80"."""
    if isinstance(given, tvm.target.Target):
        return given
    if isinstance(given, dict):
        return tvm.target.Target(given)
    if given is None:
        raise refuse("target", "no target is given", "name one, such as 'llvm' or 'cuda'")
    kind, *options = str(given).split()
    if not options and kind != "cuda":
        return tvm.target.Target(kind)
    config: dict = {"kind": kind}
    for option in options:
        key, _, value = option.lstrip("-").partition("=")
        key = {"target": "mtriple"}.get(key, key)
        if key in ("model", "libs", "device", "keys", "mattr"):
            if key in ("keys", "mattr", "libs"):
                config[key] = value.split(",")
            continue
        config[key] = int(value) if value.isdigit() else value
    if kind == "cuda":
        config.setdefault("arch", DEFAULT_ARCH)
    return tvm.target.Target(config)


class Target(tvm.target.Target):
    """A target of a script's, with an option's old default where the option is not given."""

    _UNSET = {"mcpu": "", "mtriple": "", "model": "unknown", "device_name": "", "arch": ""}

    def __getattr__(self, name: str):
        with contextlib.suppress(AttributeError):
            return super().__getattr__(name)
        if name in self._UNSET:
            return self._UNSET[name]
        if name in ("mattr", "libs"):
            return []
        if name.startswith("_"):
            raise AttributeError(name)
        reason = f"the target {self.kind.name} has no such option"
        raise MissingName(str(here(f"Target.{name}").error(f"{reason}; its .attrs has all")))


def script_target(given=None, host=None) -> Target:
    """`tvm.target.Target`, `tvm.target.create`: `as_target`, with the options as attributes."""
    found = Target.__new__(Target)
    found.__move_handle_from__(tvm.target.Target(as_target(given).export()))
    return found


def target_of_device(on) -> Target:
    """`Target.from_device` of a device or its name."""
    on = device(on) if isinstance(on, str) else on
    if isinstance(on, Device):
        return script_target("cuda")
    if not on.exist:
        raise refuse("Target.from_device", f"there is no {on}", "name the target")
    return script_target(tvm.target.Target.from_device(on))


@dataclass(frozen=True)
class Configured(Build):
    """A build under the PassContext in which the script called `tvm.build`."""

    config: tuple = ()

    def pass_config(self) -> dict:
        return dict(self.config)


class Built(OldObject):
    """What `tvm.build` gives: callable on arrays, with its source and a timer."""

    def __init__(self, mod: tvm.ir.IRModule, target: tvm.target.Target, name: str) -> None:
        self.mod = mod
        context = tvm.transform.PassContext.current()
        self.build = Configured(config=tuple(dict(context.config).items()))
        self.target = target
        self.entry_name = name
        self.call = here("build")
        if self.is_gpu and not session().only_lower:
            self.lowered  # noqa: B018  (a mistake is told here, not when the kernel is run)

    @property
    def entry_func(self) -> Built:
        return self

    @property
    def is_gpu(self) -> bool:
        return str(self.target.kind.name) in ("cuda", "opencl", "metal", "webgpu")

    @property
    def arch(self) -> str:
        return str(self.target.attrs.get("arch", DEFAULT_ARCH))

    @cached_property
    def lowered(self) -> Lowered:
        """The kernels, lowered and emitted."""
        return lower(self.mod, self.build, kind=str(self.target.kind.name), arch=self.arch)

    @property
    def imported_modules(self) -> list:
        """The device module alone, as old modules had it; its `get_source()` is the CUDA."""
        if not self.is_gpu:
            return []
        source = self.lowered.source
        return [SimpleNamespace(get_source=lambda fmt="": source, inspect_source=lambda: source)]

    def get_source(self, fmt: str = "") -> str:
        """LLVM IR, or the CUDA of a device module."""
        if self.is_gpu:
            return self.lowered.source
        return self._library.mod.inspect_source(fmt or "ll")

    @cached_property
    def _library(self):
        with blamed_on(self.call):
            return self._compiled(self.mod)

    def _compiled(self, mod: tvm.ir.IRModule):
        if not self.is_gpu:
            mcpu = str(self.target.attrs.get("mcpu", ""))
            return compile_module(mod, self.build, kind="llvm", mcpu=mcpu or None)
        if session().on_cpu:
            return compile_module(on_a_cpu(mod), kind="llvm")
        if not tvm.cuda(0).exist:
            raise NoGpu(
                "the script runs a CUDA kernel and there is no GPU; "
                "`python -m schedules.legacy --on-cpu SCRIPT.py` runs it serially on the CPU"
            )
        kind = str(self.target.kind.name)
        return compile_module(mod, self.build, kind=kind, arch=self.arch)

    def export_library(self, file_name, *args, **kwargs) -> None:
        """Save as a library, which has the function under its own name and as `main`."""
        if self.is_gpu and session().on_cpu:
            raise refuse(
                "export_library", "with --on-cpu there is no CUDA to save", "run it with a GPU"
            )
        with blamed_on(here("export_library")):
            func = self.mod["main"]
            named = {"main": func, self.entry_name: func}
            mod = tvm.ir.IRModule(
                {key: one.with_attr("global_symbol", key) for key, one in named.items()}
            )
            self._compiled(mod).export_library(str(file_name), *args, **kwargs)

    def save(self, file_name, fmt: str = "") -> None:
        """Save the object file (.o), LLVM IR (.ll), assembly (.s) or bitcode (.bc) of CPU code."""
        with blamed_on(here("save")):
            self._library.mod.write_to_file(
                str(file_name), fmt or str(file_name).rpartition(".")[2]
            )

    def __call__(self, *arrays) -> None:
        if session().only_lower:
            session().skipped = True
            return
        library = self._library
        try:
            library["main"](*map(unwrapped, arrays))
        except (RuntimeError, ValueError, TypeError) as error:
            said = " ".join(str(error).split())
            if "Cannot find function" in said:
                said += " (this TVM is built without it: compute it with te.compute)"
            raise RunError(str(here(self.entry_name).error(said))) from error

    def __getitem__(self, _name: str):
        return self

    def get_function(self, _name: str):
        return self

    def time_evaluator(self, _name, dev=None, number=10, repeat=1, min_repeat_ms=0, **_options):
        """A function on arrays that gives `mean`, `results` and `median` in seconds."""
        if session().only_lower:
            session().skipped = True
            return lambda *_arrays: SimpleNamespace(mean=1.0, median=1.0, results=[1.0])
        on = tvm.cpu(0) if session().on_cpu or not self.is_gpu else tvm.cuda(0)
        timer = self._library.mod.time_evaluator(
            "main", on, number=number, repeat=repeat, min_repeat_ms=min_repeat_ms
        )
        return lambda *arrays: timer(*map(unwrapped, arrays))

    evaluator = time_evaluator


class Loaded(OldObject):
    """What `tvm.runtime.load_module` gives, on old arrays."""

    def __init__(self, module) -> None:
        self.module = module

    def __call__(self, *arrays):
        return self["main"](*arrays)

    def __getitem__(self, name: str) -> Callable:
        function = self.module[name]
        return lambda *arrays: function(*map(unwrapped, arrays))

    get_function = __getitem__
    entry_name = "main"

    def time_evaluator(self, name, dev=None, number=10, repeat=1, min_repeat_ms=0, **_options):
        timer = self.module.time_evaluator(
            name, dev or tvm.cpu(0), number=number, repeat=repeat, min_repeat_ms=min_repeat_ms
        )
        return lambda *arrays: timer(*map(unwrapped, arrays))


def load_module(path, fmt: str = "") -> Loaded:
    """`tvm.runtime.load_module`, `tvm.module.load`: a library that `export_library` saved."""
    return Loaded(tvm.runtime.load_module(str(path)))


# --- arrays and devices ---------------------------------------------------------------------------


class Device(OldObject):
    """A GPU of the script's; with `on_cpu`, or where only the schedule matters, this CPU."""

    exist = True
    compute_version = DEFAULT_ARCH[3:-1] + "." + DEFAULT_ARCH[-1]

    def sync(self) -> None:
        """Nothing is asynchronous here."""


def gpu(index: int = 0):
    """`tvm.gpu`, `tvm.cuda`: the GPU, or what stands for it."""
    if session().on_cpu or session().only_lower:
        return Device()
    return tvm.cuda(index)


def device(name: str = "cpu", index: int = 0):
    kind = str(name).split()[0]
    if kind in ("llvm", "c", "cpu"):
        return tvm.cpu(index)
    return gpu(index) if kind in ("cuda", "gpu", "nvptx") else tvm.device(kind, index)


class NDArray(OldObject):
    """An old `tvm.nd` array."""

    gone = {"handle": "an array's C structure is not reached from a script; use .numpy()"}

    def __init__(self, tensor) -> None:
        self.tensor = tensor

    def numpy(self) -> np.ndarray:
        return self.tensor.numpy()

    asnumpy = numpy

    def __tvm_ffi_object__(self):
        """So that TVM's own functions take it."""
        return self.tensor

    def __getitem__(self, index):
        """The values there, as NumPy has them; a copy."""
        return self.numpy()[index]

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        return np.asarray(self.numpy(), dtype=dtype)

    def __setitem__(self, index, values) -> None:
        if not isinstance(index, slice) or index != slice(None):
            raise refuse("tvm.nd", "only a whole array is assigned to", "write a[:] = values")
        values = values.numpy() if isinstance(values, NDArray) else np.asarray(values, self.dtype)
        self.copyfrom(np.ascontiguousarray(np.broadcast_to(values, self.shape)))

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.tensor.shape)

    @property
    def dtype(self) -> str:
        return str(self.tensor.dtype)

    @property
    def device(self):
        return self.tensor.device

    ctx = context = device

    def copyfrom(self, source) -> NDArray:
        self.tensor.copyfrom(unwrapped(source))
        return self

    def copyto(self, target):
        if isinstance(target, NDArray):
            return target.copyfrom(self.numpy())
        return array(self.numpy(), target)


def unwrapped(given):
    return given.tensor if isinstance(given, NDArray) else given


def wrapped(given):
    return NDArray(given) if isinstance(given, tvm.runtime.Tensor) else given


def array(values, dev=None, **_options) -> NDArray:
    """`tvm.nd.array`: a copy on the device."""
    values = values.numpy() if isinstance(values, NDArray) else np.array(values, order="C")
    if dev is None or isinstance(dev, Device):
        return NDArray(tvm.runtime.tensor(values))
    if not dev.exist:
        raise NoGpu(
            "the script puts an array on a GPU and there is none; "
            "`python -m schedules.legacy --on-cpu SCRIPT.py` runs it on the CPU"
        )
    return NDArray(tvm.runtime.tensor(values, device=dev))


def empty(shape, dtype="float32", dev=None, **_options) -> NDArray:
    """`tvm.nd.empty`; zeros, so that a forgotten store does not depend on old memory."""
    shape = (shape,) if isinstance(shape, int) else shape
    return array(np.zeros(tuple(map(int, shape)), dtype=str(dtype)), dev)
