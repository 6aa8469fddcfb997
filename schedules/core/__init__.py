"""Rungs, steps, kernels and targets: the types that every other package uses."""
