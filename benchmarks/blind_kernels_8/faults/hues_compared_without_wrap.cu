// For each of 64 hues (a circle of 256 steps) the nearest one of eight, the first among equally near ones.
// Fault: distances are not taken around the circle (wrong value for some inputs).
__global__ void nearest(int* y, const unsigned char* hue, const unsigned char* palette) {
  const int h = hue[threadIdx.x];
  int best = 256, place = 0;
  for (int k = 0; k < 8; k++) {
    int d = abs(h - palette[k]);
#ifndef FAULT
    d = min(d, 256 - d);
#endif
    if (d < best) {
      best = d;
      place = k;
    }
  }
  y[threadIdx.x] = place;
}
