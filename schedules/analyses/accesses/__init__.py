"""Memory accesses of kernels, from their SASS or their TIR; needs neither a GPU nor a CUDA
toolkit."""
