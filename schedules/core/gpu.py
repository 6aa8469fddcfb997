"""This machine's GPU: by way of torch, the device, random tensors, poisoned outputs; and through
CUDA's driver API, memory, kernels from cubins, events and graphs.

torch is an extra; what needs it says so in one line where it or the GPU is missing. A process
without torch starts fast. A kernel that fails makes the context unusable, so run such kernels in a
separate process.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from gpusim.chips import CHIPS
from gpusim.errors import UserError
from gpusim.launch import TensorMap

from .errors import NoGpu
from .target import CUDA, Target

if TYPE_CHECKING:
    from ..workloads import Workload

L2_FACTOR = 2.5
MOST_SETS = 400


def cuda() -> Any:
    """The torch module, if it has a CUDA device; otherwise raises NoGpu."""
    import tvm

    missing = "no CUDA device here"
    if not tvm.cuda(0).exist:
        raise NoGpu(missing)
    try:
        import torch
    except ImportError:
        raise NoGpu("a GPU run needs torch: `pip install -e '.[gpu]'`") from None
    if not torch.cuda.is_available():
        raise NoGpu(missing)
    return torch


def device_name() -> str:
    """The first GPU's name, 'NVIDIA H200'."""
    return cuda().cuda.get_device_name(0)


def device_target(number: int = 0) -> Target:
    """A device, by its number, as a target."""
    major, minor = cuda().cuda.get_device_capability(number)
    arch = f"sm_{major}{minor}"
    if arch not in CHIPS:
        raise UserError(f"this GPU is {arch}; supported: {', '.join(CHIPS)}")
    return Target(CUDA, arch)


class TorchRandom:
    """A random generator on the GPU with the NumPy methods that workloads use."""

    def __init__(self, seed: int) -> None:
        self._torch = cuda()
        self._generator = self._torch.Generator(device="cuda").manual_seed(seed)

    def uniform(self, low: float, high: float, size: Sequence[int]) -> Any:
        """float32 values in [low, high)."""
        values = self._torch.rand(tuple(size), generator=self._generator, device="cuda")
        return values.mul_(high - low).add_(low)

    def integers(self, low: int, high: int, size: Sequence[int], dtype: Any = None) -> Any:
        """Integers in [low, high)."""
        kind = self._torch.int32 if dtype is None else torch_dtype(dtype)
        return self._torch.randint(
            low, high, tuple(size), generator=self._generator, device="cuda", dtype=kind
        )


def inputs_on_device(workload: Workload, seed: int) -> list[Any]:
    """Random inputs on the GPU; workloads that need NumPy generate them on the host."""
    if workload.on_host:
        return on_device(workload.inputs(np.random.default_rng(seed)))
    return workload.inputs(TorchRandom(seed))


def on_device(arrays: Sequence[Any]) -> list[Any]:
    """NumPy arrays as tensors; numbers (a tolerance of 0) as they are."""
    torch = cuda()
    return [
        a if np.isscalar(a) else torch.from_numpy(known(a)).to("cuda").to(torch_dtype(a.dtype))
        for a in arrays
    ]


def known(array: np.ndarray) -> np.ndarray:
    """The array in a native NumPy dtype: bfloat16 becomes float32."""
    return array.astype("float32") if array.dtype.kind == "V" else np.ascontiguousarray(array)


def cold_sets(size: int) -> int:
    """How many sets of `size` bytes to rotate so that together they exceed the L2 cache."""
    return rotating_sets(size, cuda().cuda.get_device_properties(0).L2_cache_size)


def rotating_sets(size: int, l2: int) -> int:
    """The same for a cache of `l2` bytes."""
    return min(MOST_SETS, max(1, -(-int(l2 * L2_FACTOR) // max(size, 1))))


def torch_dtype(dtype: Any) -> Any:
    """The torch dtype with NumPy's name."""
    return getattr(cuda(), np.dtype(dtype).name)


def poison(tensor: Any) -> Any:
    """Fill a tensor with NaN, or with the smallest integer, so that unwritten elements show."""
    floating = tensor.is_floating_point()
    return tensor.fill_(float("nan") if floating else cuda().iinfo(tensor.dtype).min)


def poisoned_outputs(workload: Workload) -> list[Any]:
    """Output tensors filled with `poison`."""
    torch = cuda()
    return [
        poison(torch.empty(shape, dtype=torch_dtype(dtype), device="cuda"))
        for shape, dtype in workload.outputs()
    ]


# --- the GPU through CUDA's driver API: memory, kernels from cubins, events and graphs ------------


# Only the size of an element matters to loads and stores.
_MAP_DTYPES = {1: "UINT8", 2: "FLOAT16", 4: "FLOAT32", 8: "FLOAT64"}

# Blocks or threads: along x, or along x, y and z.
Dims = int | tuple[int, ...]


def checked(result: tuple) -> Any:
    """The result of a driver call; raises UserError if the call failed."""
    status, *values = result
    if int(status) != 0:
        raise UserError(f"CUDA driver error {status.name}")
    if len(values) > 1:
        return tuple(values)
    return values[0] if values else None


def gpu_arch() -> str:
    """The architecture of the first GPU, such as sm_90; raises NoGpu."""
    try:
        from cuda.bindings import driver

        checked(driver.cuInit(0))
        device, facts = checked(driver.cuDeviceGet(0)), driver.CUdevice_attribute
    except (ImportError, RuntimeError, UserError):
        raise NoGpu("no CUDA device here") from None
    names = (f"CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_{part}" for part in ("MAJOR", "MINOR"))
    return "sm_" + "".join(
        str(checked(driver.cuDeviceGetAttribute(getattr(facts, name), device))) for name in names
    )


class Function:
    """A kernel that can be launched."""

    def __init__(self, gpu: Gpu, handle: Any) -> None:
        self.gpu, self.handle = gpu, handle

    def attribute(self, name: str, value: int) -> None:
        """Set one: MAX_DYNAMIC_SHARED_SIZE_BYTES, PREFERRED_SHARED_MEMORY_CARVEOUT."""
        driver = self.gpu.driver
        attribute = getattr(driver.CUfunction_attribute, f"CU_FUNC_ATTRIBUTE_{name}")
        checked(driver.cuFuncSetAttribute(self.handle, attribute, value))

    def launch(
        self,
        grid: Dims,
        block: Dims,
        arguments: Sequence[Any],
        shared: int = 0,
        stream: Any = 0,
        *,
        cooperative: bool = False,
    ) -> None:
        """Arguments are NumPy values: uint64 for pointers, int32, 128 bytes of a tensor map."""
        dims = (
            (*size, 1, 1)[:3] if isinstance(size, tuple) else (size, 1, 1) for size in (grid, block)
        )
        values = [np.ascontiguousarray(argument) for argument in arguments]
        places = np.array([value.ctypes.data for value in values], np.uint64)
        if shared > 48 * 1024:
            self.attribute("MAX_DYNAMIC_SHARED_SIZE_BYTES", shared)
        driver = self.gpu.driver
        given = (self.handle, *chain(*dims), shared, stream, places.ctypes.data)
        if cooperative:
            checked(driver.cuLaunchCooperativeKernel(*given))
        else:
            checked(driver.cuLaunchKernel(*given, 0))


class Gpu:
    """The first GPU."""

    def __init__(self) -> None:
        from cuda.bindings import driver

        self.driver = driver
        checked(driver.cuInit(0))
        self.device = checked(driver.cuDeviceGet(0))
        checked(driver.cuCtxSetCurrent(checked(driver.cuDevicePrimaryCtxRetain(self.device))))
        self._functions: dict[tuple[bytes, str], Function] = {}
        self.multiprocessors = self.fact("MULTIPROCESSOR_COUNT")
        self.l2_bytes = self.fact("L2_CACHE_SIZE")

    def fact(self, name: str) -> int:
        attribute = getattr(self.driver.CUdevice_attribute, f"CU_DEVICE_ATTRIBUTE_{name}")
        return checked(self.driver.cuDeviceGetAttribute(attribute, self.device))

    def function(self, cubin: bytes, name: str) -> Function:
        if (cubin, name) not in self._functions:
            module = checked(self.driver.cuModuleLoadData(cubin))
            handle = checked(self.driver.cuModuleGetFunction(module, name.encode()))
            self._functions[cubin, name] = Function(self, handle)
        return self._functions[cubin, name]

    def tensor_map(self, address: np.uint64, described: TensorMap) -> np.ndarray:
        """The 128 bytes of a tensor map of the array at `address`; elements outside it read as
        zero."""
        driver, rank = self.driver, len(described.shape)
        kinds = driver.CUtensorMapDataType
        long, short = driver.cuuint64_t, driver.cuuint32_t
        swizzle = f"{described.swizzle}B" if described.swizzle else "NONE"
        made = checked(
            driver.cuTensorMapEncodeTiled(
                getattr(kinds, f"CU_TENSOR_MAP_DATA_TYPE_{_MAP_DTYPES[described.itemsize]}"),
                rank,
                int(address),
                [long(number) for number in described.shape],
                # The driver requires an array even for one dimension, which has no stride.
                [long(number) for number in described.strides or (0,)],
                [short(number) for number in described.box],
                [short(1)] * rank,
                driver.CUtensorMapInterleave.CU_TENSOR_MAP_INTERLEAVE_NONE,
                getattr(driver.CUtensorMapSwizzle, f"CU_TENSOR_MAP_SWIZZLE_{swizzle}"),
                driver.CUtensorMapL2promotion.CU_TENSOR_MAP_L2_PROMOTION_NONE,
                driver.CUtensorMapFloatOOBfill.CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
            )
        )
        # Alignment to 64 bytes matters only in the kernel's parameters.
        return np.frombuffer(ctypes.string_at(made.getPtr(), 128), np.uint8).copy()

    def buffer(self, size: int) -> np.uint64:
        """The address of a new buffer of zeros of the given size in bytes."""
        address = checked(self.driver.cuMemAlloc(size))
        checked(self.driver.cuMemsetD8(address, 0, size))
        return np.uint64(int(address))

    def array(self, values: np.ndarray) -> np.uint64:
        """The address of an array's copy."""
        values = np.ascontiguousarray(values)
        address = self.buffer(values.nbytes)
        self.write(address, values)
        return address

    def write(self, address: np.uint64, values: np.ndarray) -> None:
        checked(self.driver.cuMemcpyHtoD(int(address), values.ctypes.data, values.nbytes))

    def read(self, address: np.uint64, shape: tuple[int, ...], dtype: Any) -> np.ndarray:
        """The contents of device memory once all launches have finished."""
        self.wait()
        values = np.empty(shape, dtype)
        checked(self.driver.cuMemcpyDtoH(values.ctypes.data, int(address), values.nbytes))
        return values

    def free(self, *addresses: np.uint64) -> None:
        for address in addresses:
            checked(self.driver.cuMemFree(int(address)))

    def wait(self) -> None:
        checked(self.driver.cuCtxSynchronize())

    def microseconds(self, action: Callable[[], None]) -> float:
        """The GPU time of an action's launches, measured by events."""
        driver = self.driver
        start, end = (checked(driver.cuEventCreate(0)) for _ in range(2))
        checked(driver.cuEventRecord(start, 0))
        action()
        checked(driver.cuEventRecord(end, 0))
        checked(driver.cuEventSynchronize(end))
        taken = checked(driver.cuEventElapsedTime(start, end)) * 1e3
        for event in (start, end):
            checked(driver.cuEventDestroy(event))
        return taken

    def graph(self, action: Callable[[Any], None]) -> Callable[[], None]:
        """A CUDA graph of the launches that an action makes on the stream passed to it."""
        driver = self.driver
        stream = checked(driver.cuStreamCreate(1))
        mode = driver.CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_THREAD_LOCAL
        checked(driver.cuStreamBeginCapture(stream, mode))
        action(stream)
        graph = checked(driver.cuStreamEndCapture(stream))
        ready = checked(driver.cuGraphInstantiate(graph, 0))
        return lambda: checked(driver.cuGraphLaunch(ready, 0))
