"""GEMV ladders."""
