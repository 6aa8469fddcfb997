// Iterations until a point of the plane leaves a circle. No products are fused into additions, so
// that counts are the same as on any other machine.
extern "C" __global__ void __launch_bounds__(256)
mandelbrot(int* __restrict__ y, int height, int width, int most) {
  int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  float a = __fadd_rn(__fmul_rn(float(column), __fdiv_rn(3.0f, float(width))), -2.0f);
  float b = __fadd_rn(__fmul_rn(float(row), __fdiv_rn(2.0f, float(height))), -1.0f);
  float re = 0.0f, im = 0.0f;
  int count = 0;
  while (count < most) {
    float re2 = __fmul_rn(re, re), im2 = __fmul_rn(im, im);
    if (__fadd_rn(re2, im2) > 4.0f) break;
    im = __fadd_rn(__fmul_rn(__fadd_rn(re, re), im), b);
    re = __fadd_rn(__fsub_rn(re2, im2), a);
    ++count;
  }
  y[row * width + column] = count;
}
