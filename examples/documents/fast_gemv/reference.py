"""y = W x, or y = scale (W - zero) x; a byte of an int4 W holds two codes, the lower half first."""

import numpy as np


def reference(w, x, *rest):
    weights = w.astype("float64")
    if w.dtype == np.uint8:
        weights = np.stack([w & 15, w >> 4], -1).reshape(len(w), -1).astype("float64")
    if len(rest) == 4:
        scale, zero, _, _ = rest
        weights = (weights - zero) * scale.astype("float64")
    return weights @ x
