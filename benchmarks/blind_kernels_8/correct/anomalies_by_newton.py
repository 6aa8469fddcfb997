import numpy as np


def reference(anomaly, place, mean, e):
    low, high = mean - 1, mean + 1
    for _ in range(80):
        m = (low + high) / 2
        below = m - e * np.sin(m) < mean
        low, high = np.where(below, m, low), np.where(below, high, m)
    return low, np.stack([np.cos(low) - e, np.sqrt(1 - e * e) * np.sin(low)], axis=1)
