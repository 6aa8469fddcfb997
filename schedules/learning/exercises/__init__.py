"""The exercises, one file each, ordered by name (`exercise.exercises` reads them).

A file has a docstring (title, then statement in Markdown) and defines `workload`, the computation,
whose default sizes are used for counting; `RUN`, the sizes that are simulated; `start`, the initial
schedule; `solution`; `checks`; `hints`; and `see`, a step of a ladder that uses the same technique.
The learner's file contains everything above `start`, and the functions imported from `shared.py`.
The bounds of checks follow from the work that the kernel must do, not from the solution's counts.
"""
