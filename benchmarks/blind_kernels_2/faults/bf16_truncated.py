def reference(y, x):
    u = x.view("uint32").astype("uint64")
    return ((u + 0x7FFF + ((u >> 16) & 1)) >> 16).astype("uint16")
