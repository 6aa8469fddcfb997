"""GEMM ladders."""
