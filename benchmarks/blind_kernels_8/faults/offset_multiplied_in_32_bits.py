def reference(y, index, stride):
    return index.astype("int64") @ stride.astype("int64")
