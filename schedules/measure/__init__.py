"""How long kernels take, on GPUs and CPUs, beside baselines, ceilings and counters."""
