def reference(y, x, f):
    w = (1, -2, 5, 5, -2, 1)
    return (40 + sum(w[k] * x[k : k + 128] for k in range(6))).astype("int32")
