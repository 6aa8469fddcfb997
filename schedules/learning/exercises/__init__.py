"""The exercises, one file each, ordered by name (`exercise.exercises` reads them).

A file has a docstring (a title, then the statement in Markdown), what is computed (`workload`,
whose defaults are the sizes that are counted), the sizes that are run (`RUN`), the schedule to
begin with (`start`), one that does what is asked (`solution`), `checks`, `hints`, and in `see`
the step of a ladder where the same is done. The learner's file contains everything above `start`,
and the functions imported from `shared.py`. Bounds are sums over what the kernel must do, not over
what the solution happens to do.
"""
