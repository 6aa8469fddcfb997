def reference(y, x):
    v = x.astype("float64") + 2
    return v / v.sum()
