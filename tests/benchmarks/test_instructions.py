"""The program that records what instructions compute, where there is no GPU, and its sequences."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
from conftest import ROOT

from benchmarks.instruction_sequences import (
    COLUMNS,
    KINDS,
    SEQUENCES,
    THREADS,
    inputs,
    output_words,
    source,
    steps,
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


def test_texts_and_inputs_follow_from_the_seed():
    for sequence in SEQUENCES:
        assert source(sequence) == source(sequence)
        assert {step.operation for step in steps(sequence)} == set(SEQUENCES[sequence])
    for letter, kind in KINDS.items():
        patterns = inputs()[letter]
        assert patterns.shape == (len(COLUMNS), THREADS)
        assert kind.bits == 64 or int(patterns.max()) < 1 << kind.bits


def test_special_numbers_meet_each_other():
    a, b = (inputs()["f"][COLUMNS.index(name)].astype(np.uint32) for name in ("edge_a", "edge_b"))
    infinity, nothing = 0x7F800000, 0
    assert ((a == infinity) & (b == nothing)).any()
    assert ((a > infinity) & (a < 0x80000000) & (b == infinity)).any()
    assert ((a == 1) & (b == 1)).any()


def test_a_bit_that_differs_gives_another_hash():
    words = np.zeros((output_words("doubles"), THREADS), np.uint32)
    before = results_of("doubles", words)
    words[3, 100] ^= 1
    assert sum(a != b for a, b in zip(before, results_of("doubles", words), strict=True)) == 1
