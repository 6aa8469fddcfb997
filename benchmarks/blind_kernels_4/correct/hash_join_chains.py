def reference(sums, matches, keys, payload, probes):
    same = probes[:, None] == keys[None, :]
    return (same * payload).sum(axis=1, dtype="int32"), same.sum(axis=1).astype("int32")
