"""LOP3 with every truth table; the recorded sequences have some of them."""

from __future__ import annotations

import numpy as np

from gpusim.arithmetic import integers


def test_every_truth_table():
    # These three words hold every combination of bits: the low byte is the table itself.
    a, b, c = (np.array([x], np.uint32) for x in (0xF0, 0xCC, 0xAA))
    truth = [np.array([x], bool) for x in (True, False, True)]
    for table in range(256):
        assert integers.logic(a, b, c, table).tolist()[0] & 0xFF == table
        assert integers.logic(*truth, table).tolist() == [bool(table >> 5 & 1)]
