def reference(c, a, b):
    return c + a.astype("int64") @ b.astype("int64")
