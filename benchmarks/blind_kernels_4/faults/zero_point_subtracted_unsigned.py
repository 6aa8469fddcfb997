def reference(y, q, zero, scale):
    return ((q.astype("int32") - zero) * scale.astype("float64")).astype("float32")
