def reference(y, x, n):
    return (x - 2).max(axis=1)
