// Products of float rows and signed weights: a row is quantized to bytes by its largest magnitude, multiplied by dp4a and scaled back.
extern "C" __global__ void gemv(float* y, const float* x, const int* w) {
  __shared__ int bytes[8];
  int row = blockIdx.x, lane = threadIdx.x;
  float v = x[row * 32 + lane];
  float largest = __uint_as_float(__reduce_max_sync(~0u, __float_as_uint(fabsf(v))));
  int q = __float2int_rn(v * (127 / largest)) & 255;
  // Four lanes put their bytes together
  q = q << lane % 4 * 8;
  q |= __shfl_xor_sync(~0u, q, 1);
  q |= __shfl_xor_sync(~0u, q, 2);
  if (lane % 4 == 0) bytes[lane / 4] = q;
  __syncwarp();
  if (lane < 8) {
    int sum = 0;
    for (int k = 0; k < 8; ++k) sum = __dp4a(bytes[k], w[lane * 8 + k], sum);
    y[row * 8 + lane] = sum * (largest / 127);
  }
}
