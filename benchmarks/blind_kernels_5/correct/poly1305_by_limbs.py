import numpy as np


def reference(y, message, key):
    tags = b""
    for m, k in zip(message, key, strict=True):
        r = int.from_bytes(k[:4].tobytes(), "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
        total = 0
        for block in (m[:4], m[4:]):
            total += int.from_bytes(block.tobytes() + b"\1", "little")
            total = total * r % (2**130 - 5)
        total += int.from_bytes(k[4:].tobytes(), "little")
        tags += (total % 2**128).to_bytes(16, "little")
    return np.frombuffer(tags, dtype="uint32").reshape(32, 4)
