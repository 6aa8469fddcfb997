def reference(y, x, flag):
    out = x.astype("float64")
    for i in range(128):
        if i % 32 and flag[i]:
            out[i] += out[i - 1]
    return out.astype("float32")
