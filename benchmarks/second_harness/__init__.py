"""A second harness, independent of `schedules.measure`: `python -m benchmarks.second_harness`.

It loads cubins through CUDA's driver API, encodes tensor maps itself, and times direct launches
with CUDA events. Shared with `bench` are only the kernels' texts, the inputs and the reference.
"""
