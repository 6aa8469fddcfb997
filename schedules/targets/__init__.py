"""What a kernel is lowered for: chips and CPUs with their facts."""

# Lanes of a warp, on every NVIDIA GPU.
WARP = 32
