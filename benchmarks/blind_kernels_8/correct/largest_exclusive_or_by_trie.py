def reference(y, keys, x):
    return (x[:, :, None] ^ keys[:, None, :]).max(axis=2)
