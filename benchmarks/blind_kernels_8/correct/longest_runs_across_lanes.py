def reference(y, x):
    words = x[:64] | x[64:128] | x[128:]
    for r in range(2):
        text = "".join(f"{int(w):032b}"[::-1] for w in words[32 * r : 32 * r + 32])
        y[r] = max(len(run) for run in text.split("0"))
    return y
