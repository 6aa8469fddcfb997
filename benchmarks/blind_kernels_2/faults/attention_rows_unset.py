def reference(y, p, v):
    return p.astype("float64") @ v.astype("float64")
