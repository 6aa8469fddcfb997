import numpy as np


def reference(x, cosine, sine):
    a, b = x[:, :32].astype("float64"), x[:, 32:].astype("float64")
    y = np.concatenate([a * cosine - b * sine, b * cosine + a * sine], axis=1)
    return y.astype("float32")
