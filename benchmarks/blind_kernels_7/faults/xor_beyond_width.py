def reference(y, x):
    rows = x.reshape(4, 32)
    return (rows.sum(axis=1, keepdims=True) - rows).astype("int32").reshape(128)
