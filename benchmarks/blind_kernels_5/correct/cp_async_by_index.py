def reference(y, table, index):
    return table[index].sum(axis=1, dtype="int32")
