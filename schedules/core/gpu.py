"""This machine's GPU, by way of torch: the device, random tensors, poisoned outputs.

torch is an extra; everything here says so in one line where it or the GPU is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gpusim.chips import CHIPS
from gpusim.errors import UserError

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
