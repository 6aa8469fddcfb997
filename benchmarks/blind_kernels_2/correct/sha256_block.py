import hashlib

import numpy as np


def reference(y, x):
    digests = b"".join(hashlib.sha256(row.tobytes()).digest() for row in x)
    return np.frombuffer(digests, dtype=">u4").astype("uint32").reshape(8, 8)
