"""A simulator of NVIDIA SASS: results, synchronization, memory transactions, time (README.md)."""
