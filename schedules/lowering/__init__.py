"""Lowers a scheduled module to a kernel's source text."""
