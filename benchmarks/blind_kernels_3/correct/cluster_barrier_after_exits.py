def reference(y, x):
    d = x[:, :32] - x[:, 32:]
    return d[[1, 0, 3, 2]]
