"""Timing model: simulates the resident warps of one SM from their SASS."""
