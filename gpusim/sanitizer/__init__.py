"""Checks of an execution: races, uninitialized reads, scoreboards and stall counts."""
