def reference(y, x):
    return x.astype("float64").var(axis=1)
