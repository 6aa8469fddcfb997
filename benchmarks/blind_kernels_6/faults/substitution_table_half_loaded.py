def reference(out, text, table):
    return table[table[text]]
