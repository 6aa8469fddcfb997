"""Whether a kernel computes the right thing: on the CPU, on a GPU, under sanitizers."""
