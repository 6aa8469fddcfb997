"""Tuning jobs for the ladders' rungs: spaces, strategies, measuring, records."""
