def reference(y, x):
    return (x & 7) * x + 1
