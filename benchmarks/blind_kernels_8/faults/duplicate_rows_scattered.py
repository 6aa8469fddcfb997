def reference(winner, y, index, x):
    for i, k in enumerate(index):
        winner[k] = i + 1
        y[k] = x[i]
    return winner, y
