"""The program that records what instructions compute, where there is no GPU, and its sequences."""

from __future__ import annotations

import numpy as np

from benchmarks.instructions import THREADS, results_of, sequences


def test_a_bit_that_differs_gives_another_hash():
    words = np.zeros((sequences()["doubles"].words, THREADS), np.uint32)
    before = results_of("doubles", words)
    words[3, 100] ^= 1
    assert sum(a != b for a, b in zip(before, results_of("doubles", words), strict=True)) == 1
