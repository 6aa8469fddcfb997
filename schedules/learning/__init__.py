"""Exercises for learners."""
