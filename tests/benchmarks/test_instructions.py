"""The program that records what instructions compute, where there is no GPU, and its sequences."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
from conftest import ROOT

from benchmarks.instruction_sequences import (
    THREADS,
    output_words,
)
from benchmarks.instructions import results_of


def test_without_a_gpu_it_says_so_in_a_line():
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.instructions"],
        cwd=ROOT,
        env=os.environ | {"CUDA_VISIBLE_DEVICES": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3
    assert len(done.stderr.splitlines()) == 1
    assert "CUDA" in done.stderr


def test_a_bit_that_differs_gives_another_hash():
    words = np.zeros((output_words("doubles"), THREADS), np.uint32)
    before = results_of("doubles", words)
    words[3, 100] ^= 1
    assert sum(a != b for a, b in zip(before, results_of("doubles", words), strict=True)) == 1
