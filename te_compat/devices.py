"""Devices, arrays and targets of old scripts: `tvm.nd`, `tvm.gpu` and `tvm.target`."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterable, Sequence
from types import SimpleNamespace

import numpy as np
import tvm

from gpusim.chips import CHIPS
from schedules.core.errors import NoGpu
from schedules.core.target import DEFAULT_GPU

from .calls import MissingName, OldObject, here, notice, refuse
from .session import session

_CHIP = CHIPS[DEFAULT_GPU.arch]


class Device(OldObject):
    """A GPU of the script; with `on_cpu`, or if only the schedule matters, this CPU.

    Its attributes are those of the chip for which kernels are compiled.
    """

    exist = True
    compute_version = DEFAULT_GPU.arch[3:-1] + "." + DEFAULT_GPU.arch[-1]
    max_threads_per_block, warp_size = 1024, 32
    max_thread_dimensions = [1024, 1024, 64]
    # Without the opt-in maximum, which the old TVM did not use.
    max_shared_memory_per_block = 48 * 1024
    multi_processor_count = _CHIP.multiprocessors
    device_name = DEFAULT_GPU.arch
    dlpack_device_type, device_type, index, device_id = 2, 2, 0, 0
    gone = dict.fromkeys(
        ("max_clock_rate", "total_global_memory", "l2_cache_size_bytes"),
        "there is no GPU to query; run the script without --on-cpu on a machine with a GPU",
    )

    def sync(self) -> None:
        """Nothing is asynchronous here."""


def gpu(index: int = 0):
    """`tvm.gpu`, `tvm.cuda`: the GPU, or its replacement on the CPU."""
    if session().on_cpu or session().only_lower:
        return Device()
    return tvm.cuda(index)


def enabled_targets() -> list[tuple[str, object]]:
    """`tvm.testing.enabled_targets`: the targets that a script can build for here, with their
    devices."""
    on_gpu = [("cuda", gpu())] if gpu().exist else []
    return [("llvm", tvm.cpu(0)), *on_gpu]


def device(name: str = "cpu", index: int = 0):
    kind = str(name).split()[0]
    if kind in ("llvm", "c", "cpu"):
        return tvm.cpu(index)
    if kind in ("cuda", "gpu", "nvptx"):
        return gpu(index)
    try:
        return tvm.device(kind, index)
    except ValueError:
        # A kind that TVM 0.27 does not know (aocl).
        return SimpleNamespace(exist=False)


class NDArray(OldObject):
    """An old `tvm.nd` array.

    Parameters
    ----------
    scalars : tensor
        The elements of its memory.
    dtype : str, optional
        A vector type, such as "float32x2": each element is then a row of the last dimension.
    """

    gone = {"handle": "the C structure of an array is not accessible; use .numpy()"}

    def __init__(self, scalars, dtype: str = "") -> None:
        self.tensor = self.scalars = scalars
        if dtype and not isinstance(scalars, np.ndarray):
            self.tensor = scalars._create_view(scalars.shape[:-1], dtype=dtype)
        self.shape = tuple(scalars.shape[:-1] if dtype else scalars.shape)
        self.dtype = dtype or str(scalars.dtype)
        tensor = scalars
        on = tvm.cpu(0) if isinstance(tensor, np.ndarray) else tensor.device
        self.device = self.ctx = self.context = on

    def numpy(self) -> np.ndarray:
        return self.scalars if isinstance(self.scalars, np.ndarray) else self.scalars.numpy()

    asnumpy = numpy

    def __tvm_ffi_object__(self):
        """Lets TVM's functions accept the object."""
        return self.tensor

    def __str__(self) -> str:
        return str(self.numpy())

    def __getitem__(self, index):
        """The selected values as a NumPy copy."""
        return self.numpy()[index]

    def __dlpack__(self, **options):
        return self.tensor.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.tensor.__dlpack_device__()

    to_dlpack = __dlpack__

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        return np.asarray(self.numpy(), dtype=dtype)

    def __setitem__(self, index, values) -> None:
        if not isinstance(index, slice) or index != slice(None):
            raise refuse("only a whole array can be assigned; write a[:] = values", "tvm.nd")
        self.copyfrom(np.broadcast_to(np.asarray(values), tuple(self.scalars.shape)))

    def copyfrom(self, source) -> NDArray:
        if not isinstance(self.scalars, np.ndarray):
            kind, _ = scalar_type(self.dtype)
            self.scalars.copyfrom(np.ascontiguousarray(source, dtype=kind))
        return self

    def copyto(self, target):
        if isinstance(target, NDArray):
            return target.copyfrom(self.numpy())
        return array(self.numpy(), target)


def unwrapped(given):
    return given.tensor if isinstance(given, NDArray) else given


def passed_for(params: Sequence, given: Sequence) -> list:
    """Arguments of a call; an array of one element may be passed for a tensor without
    dimensions."""
    arrays = list(map(unwrapped, given))
    for number, (param, array) in enumerate(zip(params, arrays, strict=False)):
        scalar = isinstance(array, tvm.runtime.Tensor) and not len(getattr(param, "shape", [1]))
        if scalar and tuple(array.shape) == (1,):
            arrays[number] = array._create_view(())
    return arrays


def wrapped(given):
    return NDArray(given) if isinstance(given, tvm.runtime.Tensor) else given


def array(values, dev=None, ctx=None, device=None, **_options) -> NDArray:
    """`tvm.nd.array`: a copy on the device; if nothing runs, only its shape is kept."""
    if session().only_lower:
        values = values.numpy() if isinstance(values, NDArray) else np.asarray(values)
        return NDArray(np.zeros(values.shape, values.dtype))
    values = values.numpy() if isinstance(values, NDArray) else np.array(values, order="C")
    dev = next((on for on in (dev, ctx, device) if on is not None), None)
    if dev is None or isinstance(dev, Device):
        return NDArray(tvm.runtime.tensor(values))
    if not dev.exist:
        raise NoGpu(
            here().refusal(
                "the script allocates an array on a GPU, and this machine has none; run it on the "
                "CPU with `python -m te_compat --on-cpu SCRIPT.py`"
            )
        )
    return NDArray(tvm.runtime.tensor(values, device=dev))


def empty(shape, dtype="float32", dev=None, **devices) -> NDArray:
    """`tvm.nd.empty`; zeros, so that a forgotten store does not depend on old memory."""
    shape = tuple(map(int, shape)) if isinstance(shape, Iterable) else (int(shape),)
    kind, lanes = scalar_type(str(dtype))
    zeros = np.broadcast_to(np.zeros((), kind), shape if lanes == 1 else (*shape, lanes))
    made = array(zeros, dev, **devices)
    return made if lanes == 1 else NDArray(made.scalars, str(dtype))


def scalar_type(dtype: str) -> tuple[str, int]:
    """NumPy's type of a dtype, and its lanes: ("float32", 2) of "float32x2"."""
    scalar, _, lanes = dtype.partition("x")
    return (scalar, int(lanes)) if lanes.isdigit() else (dtype, 1)


# --- Targets --------------------------------------------------------------------------------------

# Options whose values are lists, and those without meaning today.
_LISTS, _IDLE = ("keys", "mattr", "libs"), ("model", "device", "system-lib", "link-params")
# Defaults of options.
_UNSET = {"mcpu": "", "mtriple": "", "model": "unknown", "device_name": "", "arch": ""}


def compiled_arch(wanted: str) -> str:
    """The architecture itself, or the lowest that today's CUDA compiler supports."""
    lowest = next(known for known, chip in CHIPS.items() if chip.compiled)
    number = wanted.removeprefix("sm_").rstrip("af")
    if not number.isdigit() or int(number) >= int(lowest[3:]):
        return wanted
    notice(here("target"), f"CUDA 13 no longer compiles for {wanted}; compiled for {lowest}")
    return lowest


_REMOVED = {"aocl", "aocl_sw_emu", "sdaccel", "opengl", "stackvm"}


def as_target(given) -> tvm.target.Target:
    """A Target from the forms in old scripts: an object, a tag, or "cuda -arch=sm_80"."""
    if isinstance(given, tvm.target.Target):
        return given
    if isinstance(given, dict):
        return tvm.target.Target(given)
    if given is None:
        raise refuse("no target is given; name one, such as 'llvm' or 'cuda'", "target")
    kind, *options = str(given).split()
    # PTX through LLVM; today PTX is compiled from CUDA.
    kind = {"nvptx": "cuda"}.get(kind, kind)
    if kind in _REMOVED:
        # Scripts enter the target, and skip what follows if there is no such device.
        notice(here("target"), f"TVM 0.27 has no target {kind}; llvm is used")
        kind = "llvm"
    if not options and kind != "cuda":
        return tvm.target.Target(kind)
    config: dict = {"kind": kind}
    for option in options:
        key, _, value = option.lstrip("-").partition("=")
        key = {"target": "mtriple"}.get(key, key)
        if key in ("mcpu", "arch") and kind == "cuda":
            key, value = "arch", compiled_arch(value)
        if key in _LISTS:
            config[key] = value.split(",")
        elif key not in _IDLE:
            config[key] = int(value) if value.isdigit() else value
    if kind == "cuda":
        config.setdefault("arch", DEFAULT_GPU.arch)
    return tvm.target.Target(config)


def current_target(allow_none: bool = True):
    """`tvm.target.current_target`."""
    return Target.current(allow_none)


def generic_func(function: Callable) -> Callable:
    """`tvm.target.generic_func`: a function with others, by keys of targets, in its place."""
    by_key: dict[str, Callable] = {}

    @functools.wraps(function)
    def called(*args, **kwargs):
        target = tvm.target.Target.current(allow_none=True)
        keys = map(str, () if target is None else target.keys)
        return next((by_key[key] for key in keys if key in by_key), function)(*args, **kwargs)

    def register(keys, func: Callable | None = None, override: bool = False):
        def add(given: Callable) -> Callable:
            by_key.update(dict.fromkeys([keys] if isinstance(keys, str) else keys, given))
            return given

        return add if func is None else add(func)

    called.register = register
    return called


class _AnyTarget(type(tvm.target.Target)):
    """Makes `isinstance` accept TVM's own targets as the script's."""

    def __instancecheck__(cls, given) -> bool:
        return isinstance(given, tvm.target.Target)


class Target(tvm.target.Target, metaclass=_AnyTarget):
    """`tvm.target.Target`: with options in its string, and with those as attributes."""

    def __init__(self, target="llvm", host=None) -> None:
        super().__init__(as_target(target).export())

    @staticmethod
    def current(allow_none: bool = True):
        target = tvm.target.Target.current(allow_none)
        return None if target is None else Target(target)

    @staticmethod
    def from_device(device_or_name) -> Target:
        on = device(device_or_name) if isinstance(device_or_name, str) else device_or_name
        if isinstance(on, Device):
            return Target("cuda")
        if not on.exist:
            raise refuse(f"this machine has no {on}; name the target", "Target.from_device")
        return Target(tvm.target.Target.from_device(on))

    def __getattr__(self, name: str):
        with contextlib.suppress(AttributeError):
            return super().__getattr__(name)
        if name in _UNSET:
            return _UNSET[name]
        if name in _LISTS:
            return []
        if name.startswith("_"):
            raise AttributeError(name)
        reason = f"the target {self.kind.name} has no such option; use one of its .attrs"
        raise refuse(reason, f"Target.{name}", MissingName)
