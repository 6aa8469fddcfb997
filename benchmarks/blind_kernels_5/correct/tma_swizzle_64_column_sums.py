def reference(y, x):
    return x.reshape(2, 16, 16).sum(axis=1, dtype="int32")
