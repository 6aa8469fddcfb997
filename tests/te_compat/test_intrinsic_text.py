"""Tensor intrinsics as TVMScript."""

from __future__ import annotations

import pytest
from conftest import FILES

from te_compat.migrate import migrated


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("gemv", 'strides=("s1", 1)'),
        ("gemv", 's_tir.TensorIntrin.register(\n    "tensor_intrin_init"'),
        ("builder", "for j in T.unroll(8):\n                if i < 2:"),
    ],
)
def test_intrinsics_are_written_as_tvmscript(name, text):
    """`migrated` raises where they read back as anything else."""
    found, _ = migrated(FILES / f"legacy_{name}_intrinsic.py")
    assert text in found
