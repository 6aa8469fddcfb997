def reference(y, x):
    return x.astype("float64").reshape(2, 8, 64).sum(axis=1)[:, ::-1]
