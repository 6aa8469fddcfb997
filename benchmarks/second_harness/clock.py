"""The mean SM clock between two points of a stream, counted on the GPU itself."""

from __future__ import annotations

from typing import Any

from schedules.compile.compiler import for_launches
from schedules.core.target import DEFAULT_GPU

from .driver import Loaded
from .images import Image

# A block of 1024 threads is at least half of an SM's threads, so that two blocks per SM reach every
# SM. %globaltimer counts nanoseconds, %clock64 cycles of the SM.
_MARK = r"""
extern "C" __global__ void __launch_bounds__(1024) mark(unsigned long long* marks) {
  if (threadIdx.x) return;
  unsigned int sm;
  unsigned long long ns;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
  marks[2 * sm] = clock64();
  marks[2 * sm + 1] = ns;
}
"""


class SmClock:
    """`mark()` before and after the launches, then `mhz()`, which waits for them."""

    def __init__(self, torch: Any) -> None:
        self.torch = torch
        sms = torch.cuda.get_device_properties(0).multi_processor_count
        self.marks = [torch.zeros((sms, 2), dtype=torch.int64, device="cuda") for _ in range(2)]
        compiler = for_launches(DEFAULT_GPU)
        launch = {"kernel": "mark", "grid": [2 * sms, 1, 1], "block": [1024, 1, 1]}
        launch |= {"cluster": [1, 1, 1], "shared": 0, "arguments": [{"buffer": 0}]}
        cubin = compiler.cubin(_MARK)
        loaded = Loaded(Image("mark", [], compiler.version, "", [], [launch], cubin))
        self._launches = [loaded.bound([marks]) for marks in self.marks]
        self._next = 0

    def mark(self) -> None:
        """Queue a kernel that reads each SM's cycle counter and the time."""
        self._launches[self._next % 2]()
        self._next += 1

    def mhz(self) -> float:
        """The median over the SMs of cycles per microsecond between the last two marks."""
        self.torch.cuda.synchronize()
        first, last = self.marks if self._next % 2 == 0 else reversed(self.marks)
        cycles, ns = (last - first).double().unbind(1)
        return (cycles / ns * 1e3).median().item()
