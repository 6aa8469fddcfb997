def reference(y, x):
    return x.reshape(4, 128).astype("float64").sum(axis=1)
