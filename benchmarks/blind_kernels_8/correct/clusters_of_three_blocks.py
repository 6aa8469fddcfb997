def reference(y, x):
    for _ in range(4):
        x = x + x[[1, 2, 0, 4, 5, 3], ::-1] - x[[2, 0, 1, 5, 3, 4]]
    return x
