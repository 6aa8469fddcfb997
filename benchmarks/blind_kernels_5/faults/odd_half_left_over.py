def reference(y, x):
    return (x.astype("float64") * 2 + 1).astype("float16")
