def reference(y, x):
    other = x.reshape(2, 2, 64)[:, ::-1, ::-1].astype("int64")
    return (x + other.reshape(4, 64)).astype("int32")
