"""The rungs of the site that is tested: one of a GPU, one of a CPU, soon made."""

RUNGS = ("gemv/hgemv:thread", "gemm/sgemm_cpu:serial")
