def reference(y, table, x):
    return table[table[table[x]]]
