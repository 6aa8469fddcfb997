import hashlib
import math

import numpy as np


def sines(rng, shape, dtype):
    return np.array([int(2**32 * abs(math.sin(i + 1))) for i in range(64)]).astype(dtype)


def reference(y, message, k):
    digests = b"".join(hashlib.md5(m.tobytes()).digest() for m in message)
    return np.frombuffer(digests, dtype="uint32").reshape(32, 4)
