def reference(y, x):
    return x.max(keepdims=True)
