def reference(pi, period, text):
    for t, row in enumerate(text):
        s = row.tobytes()
        for i in range(20):
            pi[t, i] = max(k for k in range(i + 1) if s[:k] == s[i + 1 - k : i + 1])
    return pi, 20 - pi[:, 19]
