"""Timing constants of a Hopper GPU, each measured by its own microbenchmark."""

from pathlib import Path


def kernel_text(name: str) -> str:
    """The CUDA text of kernels/NAME.cu; programs fill its places, as <load>."""
    return "\n" + (Path(__file__).parent / f"kernels/{name}.cu").read_text(encoding="utf-8")
