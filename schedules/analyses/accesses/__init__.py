"""Looking into kernels: machine code, resources, memory accesses. No GPU, no CUDA toolkit."""
