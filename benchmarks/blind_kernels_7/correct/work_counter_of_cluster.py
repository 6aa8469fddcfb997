def reference(y, x):
    return x * x
