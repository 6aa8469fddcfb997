def reference(y, x):
    v = x.astype("int64")
    for k in range(5):
        v = v * 3 + k
    return (v & 0xFFFFFFFF) ^ (x[:, ::-1].astype("int64") & 0xFFFFFFFF)
