import hashlib

import numpy as np


def reference(y, message):
    digests = b"".join(hashlib.blake2s(m.tobytes()).digest() for m in message)
    return np.frombuffer(digests, dtype="uint32").reshape(32, 8)
