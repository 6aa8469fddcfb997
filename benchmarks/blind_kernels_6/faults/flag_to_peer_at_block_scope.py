def reference(y, x):
    return x[[1, 0, 3, 2]]
