"""Sources of kernels: names, schedule files, TE functions, modules, CUDA/PTX/cubin files."""
