"""Launches of an image through CUDA's driver API (ctypes), on torch's tensors and stream."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from gpusim.errors import UserError

from .images import Image

_DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
_CLUSTER = 4  # CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION
_DEPENDENT = 6  # CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION
# CUtensorMapDataType by bytes of an element; only its size matters without reductions.
_TYPES = {1: 0, 2: 1, 4: 2}
_SWIZZLES = {0: 0, 32: 1, 64: 2, 128: 3}
_PROMOTE_TO_256_BYTES = 3
_MAP_BYTES, _MAP_ALIGNMENT = 128, 64


class _Attribute(ctypes.Structure):
    _fields_ = (("id", ctypes.c_int), ("pad", ctypes.c_uint), ("value", ctypes.c_uint * 16))


class _Config(ctypes.Structure):
    _fields_ = (
        ("grid", ctypes.c_uint * 3),
        ("block", ctypes.c_uint * 3),
        ("shared", ctypes.c_uint),
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.POINTER(_Attribute)),
        ("count", ctypes.c_uint),
    )


@cache
def _cuda() -> ctypes.CDLL:
    try:
        return ctypes.CDLL("libcuda.so.1")
    except OSError:
        raise UserError("no NVIDIA driver here: libcuda.so.1 is missing") from None


def _check(status: int, what: str) -> None:
    if status:
        raise UserError(f"{what}: CUDA error {status}")


class Loaded:
    """An image on the device; its module stays loaded."""

    def __init__(self, image: Image) -> None:
        self.image, library = image, _cuda()
        module = ctypes.c_void_p()
        _check(library.cuModuleLoadData(ctypes.byref(module), image.cubin), f"loading {image.name}")
        self.functions = []
        for launch in image.launches:
            function = ctypes.c_void_p()
            name = launch["kernel"].encode()
            _check(library.cuModuleGetFunction(ctypes.byref(function), module, name), str(name))
            if launch["shared"]:
                status = library.cuFuncSetAttribute(function, _DYNAMIC_SHARED, launch["shared"])
                _check(status, f"{launch['shared']} bytes of shared memory")
            self.functions.append(function)

    def bound(self, tensors: Sequence[Any]) -> Callable[[], None]:
        """A function that launches all kernels on these inputs and outputs, on torch's current
        stream."""
        torch = _torch()
        arrays = list(tensors)
        for _, shape, dtype, workspace in self.image.buffers[len(arrays) :]:
            if not workspace:
                raise UserError(f"{self.image.name} has another argument than inputs and outputs")
            arrays.append(torch.empty(shape, dtype=getattr(torch, dtype), device="cuda"))
        pairs = zip(self.functions, self.image.launches, strict=True)
        calls = [_call(function, launch, arrays) for function, launch in pairs]

        def run() -> None:
            stream = torch.cuda.current_stream().cuda_stream
            for call in calls:
                call(stream)

        return run


def _torch() -> Any:
    import torch

    return torch


def _call(function: ctypes.c_void_p, launch: dict[str, Any], arrays: list) -> Callable[[int], None]:
    config = _Config(
        grid=tuple(launch["grid"]), block=tuple(launch["block"]), shared=launch["shared"]
    )
    told = {}
    # A cluster of one block is a launch without clusters.
    if math.prod(launch["cluster"]) > 1:
        told[_CLUSTER] = launch["cluster"]
    if launch.get("dependent"):
        told[_DEPENDENT] = [1]
    attributes = (_Attribute * max(1, len(told)))()
    for attribute, (number, value) in zip(attributes, told.items(), strict=False):
        attribute.id = number
        attribute.value[: len(value)] = value
    config.attributes, config.count = attributes, len(told)
    values = [_value(argument, arrays) for argument in launch["arguments"]]
    pointers = (ctypes.c_void_p * len(values))(*(address for address, _ in values))
    start = _cuda().cuLaunchKernelEx

    def call(stream: int) -> None:
        config.stream = stream
        # `values` and `arrays` keep what the pointers point to.
        _check(start(ctypes.byref(config), function, pointers, None), f"launch {launch['kernel']}")

    call.kept = values, arrays, attributes
    return call


def _value(argument: dict[str, Any], arrays: list) -> tuple[int, Any]:
    """The address of an argument's bytes on the host, and the object that owns them."""
    if "map" in argument:
        return _tensor_map(argument["map"], arrays)
    if "bytes" in argument:
        kept = ctypes.create_string_buffer(bytes.fromhex(argument["bytes"]))
    else:
        kept = ctypes.c_uint64(arrays[argument["buffer"]].data_ptr())
    return ctypes.addressof(kept), kept


def _tensor_map(told: dict[str, Any], arrays: list) -> tuple[int, Any]:
    kept = ctypes.create_string_buffer(_MAP_BYTES + _MAP_ALIGNMENT)
    address = -(-ctypes.addressof(kept) // _MAP_ALIGNMENT) * _MAP_ALIGNMENT
    rank = len(told["shape"])
    status = _cuda().cuTensorMapEncodeTiled(
        ctypes.c_void_p(address),
        _TYPES[told["itemsize"]],
        rank,
        ctypes.c_void_p(arrays[told["buffer"]].data_ptr()),
        (ctypes.c_uint64 * rank)(*told["shape"]),
        (ctypes.c_uint64 * max(rank - 1, 1))(*told["strides"]),
        (ctypes.c_uint32 * rank)(*told["box"]),
        (ctypes.c_uint32 * rank)(*[1] * rank),
        0,
        _SWIZZLES[told["swizzle"]],
        _PROMOTE_TO_256_BYTES,
        0,
    )
    _check(status, "cuTensorMapEncodeTiled")
    return address, kept
