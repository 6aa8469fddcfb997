def reference(y, a, b):
    a, b = a.astype("float64"), b.astype("float64")
    return (2 * a + b * a[::-1] - 0.5 * a * b).astype("float32")
