def reference(y, q, k):
    return k.astype("float64") @ q.astype("float64") / 8
