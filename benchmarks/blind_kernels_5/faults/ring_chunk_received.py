def reference(y, x):
    return x.sum(axis=1, dtype="int32")
