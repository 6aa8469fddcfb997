def reference(y, x):
    s = x.astype("float64") ** 2
    return s[:32] + s[:31:-1]
