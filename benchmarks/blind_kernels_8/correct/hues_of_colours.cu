// Hue (degrees), saturation and value (thousandths) of 128 colours of three bytes, in integers rounded down.
__global__ void hsv(int* y, const uchar4* x) {
  const int t = blockIdx.x * 64 + threadIdx.x;
  const uchar4 p = x[t];
  const int r = p.x, g = p.y, b = p.z, top = max(r, max(g, b)), d = top - min(r, min(g, b));
  int hue = 0;
  if (d) {
    if (top == r)
      hue = 360 + (g - b) * 60 / d;
    else if (top == g)
      hue = 120 + (b - r) * 60 / d;
    else
      hue = 240 + (r - g) * 60 / d;
  }
  y[t * 3] = hue % 360;
  y[t * 3 + 1] = top ? d * 1000 / top : 0;
  y[t * 3 + 2] = top * 1000 / 255;
}
