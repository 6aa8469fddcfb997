import numpy as np


def reference(y, x):
    out = np.zeros_like(x)
    for row, src in zip(out, x, strict=True):
        kept = src[src > 0]
        row[: len(kept)] = kept
    return out
