def reference(y, key):
    for row, k in zip(y, key.tolist(), strict=False):
        s, j = list(range(256)), 0
        for i in range(256):
            j = (j + s[i] + k[i % 8]) % 256
            s[i], s[j] = s[j], s[i]
        j = 0
        for n in range(1, 17):
            j = (j + s[n]) % 256
            s[n], s[j] = s[j], s[n]
            row[n - 1] = s[(s[n] + s[j]) % 256]
    return y
