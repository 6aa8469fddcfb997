import numpy as np


def reference(y, q, scale, zero, x):
    n = (q[:, :, None] >> (np.arange(8, dtype="uint32") * 4) & 15).reshape(8, 4, 32).astype("int64")
    w = (n - zero[:, :, None]) * scale.astype("float64")[:, :, None]
    return (w.reshape(8, 128) @ x.astype("float64")).astype("float32")
