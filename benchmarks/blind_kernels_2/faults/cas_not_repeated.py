def reference(y, x):
    return x.astype("float64").reshape(32, 4).sum(axis=0)
