def reference(y, x):
    return (x * 3).astype("int32")[::-1]
