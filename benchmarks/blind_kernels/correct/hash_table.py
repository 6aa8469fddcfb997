def reference(y, x):
    keys = x & 0x7FFFFFFF
    return (keys[:, :, None] == keys[:, None, :]).sum(axis=2).astype("int32")
