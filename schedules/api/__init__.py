"""The Python API: `schedules.explore` and its results. docs/python.md explains it by example."""
