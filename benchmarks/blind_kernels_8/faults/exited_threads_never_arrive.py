def reference(y, x, n):
    return x[::-1]
