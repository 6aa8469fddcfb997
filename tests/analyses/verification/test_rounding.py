"""The default tolerance: which instructions round, in which format, and how often."""

import numpy as np
import pytest
from accesses import instruction

from gpusim.isa.decoder import decode
from schedules.analyses.verification.compare import allowed, roundings
from schedules.sources.launch_files import sensitivity


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("FFMA R1, R2, R3, R1", ("float32", 1, False)),
        ("MUFU.RCP R1, R2", ("float32", 4, False)),
        ("DADD R2, R2, R4", ("float64", 1, False)),
        ("HADD2.BF16_V2 R1, R2, R3", ("bfloat16", 1, False)),
        ("HFMA2 R1, -RZ, RZ, 0, 1.0", None),
        ("HADD2.F32 R1, -RZ, R2.H0_H0", None),
        ("F2FP.BF16.F32.PACK_AB R1, R2, R3", ("bfloat16", 1, True)),
        ("F2F.F64.F32 R2, R4", None),
        ("HMMA.16816.F32 R4, R8, R10, R4", ("float32", 16, False)),
        ("HMMA.1688.F32.TF32 R4, R8, R10, R4", ("float32", 8, False)),
        ("REDG.E.ADD.F32.FTZ.RN.STRONG.GPU desc[UR4][R2.64], R5", ("float32", 32, False)),
        ("IMMA.16832.S8.S8 R4, R8.ROW, R10.COL, R4", None),
        ("IADD3 R1, R2, R3, RZ", None),
    ],
)
def test_roundings(text, known):
    assert roundings(decode(0, instruction(0, text))) == known


def test_a_difference_is_as_uncertain_as_its_terms():
    x = np.array([1000.0, 1000.001], np.float32)
    (change,) = sensitivity(lambda given: [np.diff(given[0])], [x], 1e-6)
    assert 1e-3 < change[0] < 3e-3
    assert (allowed(np.array([0.0]), "float32", 1e-6) < 1e-20).all()
