def reference(y, x):
    return x.reshape(2, 2, 32).sum(axis=2)
