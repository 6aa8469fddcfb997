def reference(y, x):
    return x - x.astype("float64").mean(axis=1, keepdims=True)
