def reference(y, x, m):
    d = x.astype("float64")[None] - x.astype("float64")[:, None]
    return (m * d / (d * d + 0.25) ** 1.5).sum(axis=1)
