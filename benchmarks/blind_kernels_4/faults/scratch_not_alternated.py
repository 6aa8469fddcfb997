def reference(y, x):
    return x - x.max(axis=1, keepdims=True)
