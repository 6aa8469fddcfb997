"""The environment of a measurement: device, driver, versions, commit, day."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from ..compile.compiler import Compiler
from ..core.gpu import Gpu, cuda, device_target
from ..core.target import CPUINFO, native_mcpu
from .ceilings import Ceilings


def packages(names: Iterable[str]) -> dict[str, str]:
    """The versions of the given packages that are installed."""
    known = {}
    for name in names:
        with suppress(PackageNotFoundError):
            known[name] = version(name)
    return known


def environment() -> dict[str, Any]:
    """Versions, commit and date of a run."""
    known = packages(("apache-tvm", "apache-tvm-ffi", "numpy", "torch", "triton"))
    commit = os.environ.get("SCHEDULES_COMMIT") or _output("git", "rev-parse", "HEAD")
    return {
        "versions": {"python": platform.python_version(), **known},
        "commit": commit,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def gpu_header() -> dict[str, Any]:
    """Device, driver and clocks from nvidia-smi, and the run's environment."""
    torch = cuda()
    fields = _gpu_properties(
        "driver_version", "clocks.sm", "clocks.mem", "clocks.max.sm", "clocks.max.mem"
    )
    record = environment()
    record["versions"]["cuda"] = torch.version.cuda
    return {
        "device": torch.cuda.get_device_name(0),
        "driver": fields.pop("driver_version", ""),
        "clocks": fields,
        **record,
    }


def gpu_driver() -> str:
    """The version of the GPU driver, from nvidia-smi; '' without it."""
    return _gpu_properties("driver_version").get("driver_version", "")


def _gpu_properties(*names: str) -> dict[str, str]:
    """The properties of the first GPU from nvidia-smi; empty without it."""
    lines = _output("nvidia-smi", f"--query-gpu={','.join(names)}", "--format=csv,noheader")
    values = lines.partition("\n")[0].split(",") if lines else []
    return dict(zip(names, (value.strip() for value in values), strict=False))


def _output(*command: str) -> str:
    """A command's standard output; '' if it is missing or fails."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def cpu_model() -> str:
    """The CPU's name from the operating system."""
    if CPUINFO.exists():
        for line in CPUINFO.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return "unknown CPU"


def cpu_header(ceilings: dict[int, Ceilings]) -> dict[str, Any]:
    """Device, threads, versions and ceilings (by number of threads) of a CPU's record."""
    blas = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
    header = environment()
    header["versions"]["blas"] = f"{blas.get('name')} {blas.get('version')}"
    return {
        "kind": "cpu",
        "device": cpu_model(),
        "cores": os.cpu_count(),
        "mcpu": native_mcpu(),
        **header,
        "ceilings": {
            f"{threads} thread" + "s" * (threads > 1): ceiling.as_record()
            for threads, ceiling in sorted(ceilings.items())
        },
    }


# --- Sm clock -------------------------------------------------------------------------------------

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
        self._mark = self._gpu.function(Compiler(device_target()).cubin(_MARK), "mark")
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
