"""Timing constants of a Hopper GPU, each measured by its own microbenchmark."""
