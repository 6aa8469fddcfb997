def reference(y, x):
    return -1 - x
