"""cuda::barrier, cuda::pipeline and barriers with a reduction."""

from __future__ import annotations

import numpy as np
import pytest
from accesses import needs_compiler
from compared import cases, check
from exhaustive import every

pytestmark = needs_compiler
FIRST = np.arange(64, dtype=np.int32)
X = np.arange(256, dtype=np.float32)
ARGUMENTS = {"y": np.zeros(64, np.int32), "x": FIRST}

CASES = cases(__file__, globals())


@pytest.mark.parametrize("case", every(CASES, 9), ids=lambda case: case.name)
def test_result(case):
    check(case)
