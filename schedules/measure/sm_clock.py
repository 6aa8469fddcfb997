"""The SM clock while kernels run, counted on the GPU.

NVML's reading does not serve: under tensor-core instructions an H200 counts 1,815 million cycles
per second while NVML reports 1,980 MHz.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compile.compiler import for_launches
from ..core.cuda_driver import Gpu
from ..core.gpu import device_target

# Each SM has room for at most two blocks of 1,024 threads, so these reach every SM. %globaltimer
# counts nanoseconds.
_BLOCKS_PER_SM, _THREADS = 2, 1024
_MARK = r"""
extern "C" __global__ void __launch_bounds__(1024) mark(long long* marks) {
  if (threadIdx.x) return;
  unsigned int sm;
  long long ns;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
  marks[2 * sm] = clock64();
  marks[2 * sm + 1] = ns;
}
"""


class SmClock:
    """The mean SM clock during launches on torch's current stream."""

    def __init__(self, torch: Any) -> None:
        self._torch, self._gpu = torch, Gpu()
        self._mark = self._gpu.function(for_launches(device_target()).cubin(_MARK), "mark")
        shape = (2, self._gpu.multiprocessors, 2)
        self.marks = torch.zeros(shape, dtype=torch.int64, device="cuda")

    def mark(self, index: int) -> None:
        """Queue mark 0 before the launches and mark 1 after them."""
        grid, stream = _BLOCKS_PER_SM * self._gpu.multiprocessors, self._torch.cuda.current_stream()
        address = np.uint64(self.marks[index].data_ptr())
        self._mark.launch(grid, _THREADS, [address], stream=stream.cuda_stream)

    def mhz(self) -> float:
        """The clock between the two marks; waits for them."""
        self._torch.cuda.synchronize()
        return mhz_of(self.marks.cpu().numpy())


def mhz_of(marks: np.ndarray) -> float:
    """The median over the SMs of cycles per microsecond, from (2, SMs, 2) counts: first and second
    mark, cycles and nanoseconds."""
    cycles, ns = (marks[1] - marks[0]).T
    return float(np.median(cycles / ns * 1e3))
