"""Timing model: the resident warps of one SM, from machine code."""
