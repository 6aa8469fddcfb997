// A one-dimensional convolution with three taps by Winograd's F(2, 3): two results from four multiplications.
extern "C" __global__ void winograd(float* y, const float* x, const float* w) {
  const float* d = x + 2 * threadIdx.x;
  float m1 = (d[0] - d[2]) * w[0], m2 = (d[1] + d[2]) * (w[0] + w[1] + w[2]) * 0.5f;
  float m3 = (d[2] - d[1]) * (w[0] - w[1] + w[2]) * 0.5f, m4 = (d[1] - d[3]) * w[2];
  float2 r = make_float2(m1 + m2 + m3, m2 - m3 - m4);
  ((float2*)y)[threadIdx.x] = r;
}
