import numpy as np


def reference(out, share, rank, degree, target):
    new = (rank / np.maximum(degree, 1)).astype("float64")
    sum = np.where(degree == 0, new, 0.0)
    for j in range(64):
        for k in range(degree[j]):
            sum[target[j, k]] += new[j]
    return (0.15 + 0.85 * sum).astype("float32"), new.astype("float32")
