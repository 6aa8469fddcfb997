def reference(y, x):
    for t, (r, g, b, _) in enumerate(x.tolist()):
        top, d = max(r, g, b), max(r, g, b) - min(r, g, b)
        hue = 0
        if d:
            base, step = (360, g - b) if top == r else (120, b - r) if top == g else (240, r - g)
            hue = base + (1 if step >= 0 else -1) * (abs(step) * 60 // d)
        y[t] = hue % 360, d * 1000 // top if top else 0, top * 1000 // 255
    return y
