def reference(y, x):
    v = x & 0xFFFF
    for _ in range(3):
        v = v * 3 + v[[1, 0, 3, 2], ::-1]
    return v
