def reference(y, z, x, w):
    return x[::-1].copy(), w[::-1].copy()
