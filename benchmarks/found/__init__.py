"""Forty computations of ten kinds: half open while `find` was written, half blind."""
