def reference(y, x):
    return x.max(axis=1)
