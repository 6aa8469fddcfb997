import numpy as np


def reference(y, q, k, v):
    states = np.cumsum(k.astype("float64")[..., :, None] * v[..., None, :], axis=2)
    return np.einsum("bhti,bhtij->bhtj", q, states).astype("float32")
