def reference(y, x):
    return x.astype("int64") - x.astype("int64").sum(axis=1)[[1, 0, 3, 2], None]
