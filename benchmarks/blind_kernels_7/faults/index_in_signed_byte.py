def reference(y, table, index):
    return table[index]
