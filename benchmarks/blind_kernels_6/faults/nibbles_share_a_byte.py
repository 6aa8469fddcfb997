def reference(packed, q):
    v = q & 15
    return (v[0::2] | v[1::2] << 4).astype("uint8")
