def reference(y, x):
    return x.astype("float64")[:, :16].sum(axis=1)
