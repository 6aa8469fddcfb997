def reference(state, n):
    return (state.astype("uint64") * 1664525 + 1013904223).astype("uint32")
