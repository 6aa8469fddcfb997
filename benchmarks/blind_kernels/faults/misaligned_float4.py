def reference(y, x):
    return x[2:].reshape(64, 4).astype("float64").sum(axis=1)
