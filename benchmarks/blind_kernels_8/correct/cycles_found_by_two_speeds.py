def reference(tail, length, start, c):
    for t in range(64):
        seen, x = {}, int(start[t])
        while x not in seen:
            seen[x] = len(seen)
            x = (x * x + int(c[t])) % 1009
        tail[t], length[t] = seen[x], len(seen) - seen[x]
    return tail, length
