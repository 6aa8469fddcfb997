def reference(first, second, x, z):
    return tuple((v & 1023).sum(dtype="int32", keepdims=True) for v in (x, z))
