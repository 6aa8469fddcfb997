def reference(y, x):
    return x[:, ::-1] * 5
