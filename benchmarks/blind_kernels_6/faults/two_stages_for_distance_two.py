def reference(y, x):
    return x.astype("float64").reshape(2, 32, 32).sum(axis=1).astype("float32")
