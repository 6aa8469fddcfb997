def reference(y, x):
    return x + x[:, :1]
