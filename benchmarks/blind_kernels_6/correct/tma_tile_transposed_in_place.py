def reference(y, x):
    return x.reshape(3, 16, 2, 16).transpose(0, 3, 2, 1).reshape(48, 32)
