def reference(y, list, table):
    return list[:, ::-1] + table[list[:, 0]]
