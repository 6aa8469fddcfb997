def reference(y, x):
    v = x.astype(int)
    return ((v * v + 127) // 255).astype("uint8")
