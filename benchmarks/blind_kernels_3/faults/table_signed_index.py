def reference(y, x, table):
    return table[x.view("uint8")]
