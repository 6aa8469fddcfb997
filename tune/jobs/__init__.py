"""Jobs: TOML files that say what is tuned, over which space, how, and for how long.

workload = "gemm/sgemm_cpu:parallel"
shapes = [[1024, 1024, 1024]]
space = "sgemm_cpu"

[budget]
trials = 100
minutes = 2
"""

from .job import Job, load

__all__ = ["Job", "load"]
