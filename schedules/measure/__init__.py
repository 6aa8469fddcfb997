"""Measurement of kernels on GPUs and CPUs: times, baselines, ceilings, counters."""
