def reference(y, a, x):
    return (a.astype("float64") @ x).astype("float32")
