def reference(y, q, k, v):
    s = (q.astype("float32") @ k.astype("float32").T).astype("float16")
    return s.astype("float64") @ v.astype("float64")
