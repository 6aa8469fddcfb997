def reference(y, x):
    return x.astype("int64").reshape(2, 64).sum(axis=1)
