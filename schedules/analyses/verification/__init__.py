"""Verification of kernels: serially, in the simulator, on a GPU."""
