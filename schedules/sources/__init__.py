"""Where kernels come from: names, schedule files, TE functions, modules, CUDA/PTX/cubin files."""
