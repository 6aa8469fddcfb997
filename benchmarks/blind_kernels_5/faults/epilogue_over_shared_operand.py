def reference(y, a, b):
    sums = (a.astype("float64") @ b.astype("float64").T).sum(axis=1)
    return sums.reshape(2, 64)[:, ::-1].astype("float32")
