def reference(y, map):
    return map[::-1, ::-1]
