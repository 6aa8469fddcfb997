"""Measured rates that no kernel exceeds on a device."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np

from ..workloads import Workload


@dataclass(frozen=True)
class Ceilings:
    """Measured rates: copy bandwidth counts bytes read plus bytes written."""

    copy_gbps: float
    fma_tflops: float
    float16_tflops: float

    def tflops(self, workload: Workload) -> float:
        """The arithmetic rate for a workload: tensor cores where it multiplies float16 matrices."""
        matrices = len(workload.shape) == 3
        factors = getattr(workload, "product_dtype", "") or getattr(workload, "in_dtype", "float32")
        half = np.dtype(factors).itemsize == 2
        return self.float16_tflops if matrices and half else self.fma_tflops

    def as_record(self) -> dict[str, float]:
        return {name: round(value, 2) for name, value in asdict(self).items()}
