import numpy as np


def reference(y, q, k, v):
    s = np.einsum("hid,hjd->hij", q.astype("float64"), k) / 4
    p = np.exp(np.where(np.tril(np.ones((64, 64), dtype=bool)), s, -np.inf))
    return np.einsum("hij,hjd->hid", p / p.sum(axis=2, keepdims=True), v).astype("float32")
