"""From CUDA text to PTX, cubin and SASS: one path for nvcc and NVRTC, one cache, one error."""
