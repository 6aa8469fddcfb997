import zlib

import numpy as np


def reference(y, x):
    return np.array([zlib.crc32(row.tobytes()) for row in x], "uint32")
