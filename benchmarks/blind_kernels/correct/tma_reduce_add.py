def reference(x, y):
    x = x.astype("float64")
    out = y.astype("float64")
    for b in range(6):
        out[b % 2 * 8 : b % 2 * 8 + 8] += x[b] / 2
    return out
