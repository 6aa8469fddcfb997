def reference(y, p):
    for t, points in enumerate(p.tolist()):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
        turn = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if turn == 0:
            y[t] = 0
            continue
        # Circumcentre times 2 * turn, relative to the first point.
        b2, c2 = (bx - ax) ** 2 + (by - ay) ** 2, (cx - ax) ** 2 + (cy - ay) ** 2
        ux, uy = (cy - ay) * b2 - (by - ay) * c2, (bx - ax) * c2 - (cx - ax) * b2
        ex, ey = 2 * turn * (dx - ax) - ux, 2 * turn * (dy - ay) - uy
        outside = ex * ex + ey * ey - ux * ux - uy * uy
        y[t] = (outside < 0) - (outside > 0)
    return y
