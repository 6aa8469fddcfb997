import numpy as np


def reference(y, q, k, v):
    k, v = np.repeat(k.astype("float64"), 4, axis=0), np.repeat(v, 4, axis=0)
    p = np.exp(np.einsum("hd,htd->ht", q, k) / np.sqrt(8))
    return (np.einsum("ht,htd->hd", p, v) / p.sum(axis=1, keepdims=True)).astype("float32")
