def reference(y, x, m):
    return x % m
