"""The Python API: `schedules.explore`, and what it gives. docs/python.md tells it by example."""
