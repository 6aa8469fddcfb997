"""Compiles CUDA text to PTX, cubin and SASS, by nvcc or NVRTC, with one cache and one error
format."""
