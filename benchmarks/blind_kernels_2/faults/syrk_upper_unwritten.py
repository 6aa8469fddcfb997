def reference(c, a):
    a = a.astype("float64")
    return a @ a.T
