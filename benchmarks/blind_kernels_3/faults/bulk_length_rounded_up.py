def reference(y, x):
    return 255 - x[::-1]
