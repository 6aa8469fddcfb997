def reference(y, x):
    return x.astype("float64").sum(axis=1).reshape(2, 64, 4)[:, ::-1].reshape(2, 256)
