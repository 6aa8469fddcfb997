"""Analyses of kernels: each returns frozen dataclasses."""
