"""Exercises, and what is told of ladders to somebody who learns from them."""
