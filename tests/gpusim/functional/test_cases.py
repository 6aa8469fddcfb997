"""Small kernels against NumPy, each with a faulty twin: the TOML files of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from accesses import needs_compiler
from compared import cases, check

FILES = sorted(Path(__file__).parent.glob("*.toml"))
CASES = [
    pytest.param(
        case, id=f"{file.stem}-{case.name}", marks=[] if case.quick else [pytest.mark.exhaustive]
    )
    for file in FILES
    for case in cases(file)
]


@needs_compiler
@pytest.mark.parametrize("case", CASES)
def test_result(case):
    check(case)


def test_every_file_has_a_quick_case():
    assert len(FILES) > 5
    assert all(any(case.quick for case in cases(file)) for file in FILES)
