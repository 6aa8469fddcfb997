"""Rungs, steps, kernels, targets: the vocabulary that everything else is written in."""
