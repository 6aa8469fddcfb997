def reference(y, map):
    return map[:, 8:16]
