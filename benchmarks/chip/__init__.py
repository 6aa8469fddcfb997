"""The constants of a Hopper GPU's timing, each by its own microbenchmark."""
