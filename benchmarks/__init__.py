"""Benchmarks: commands that record, never tests that time."""
