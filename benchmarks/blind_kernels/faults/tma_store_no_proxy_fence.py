def reference(x, y):
    return x * x
