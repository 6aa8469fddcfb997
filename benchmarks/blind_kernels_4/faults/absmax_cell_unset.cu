// Quantizes rows of 128 to signed bytes; the largest magnitude is found by atomicMax on its bits.
// Fault: the cell of the maximum is not cleared first (uninitialized shared memory).
extern "C" __global__ void quantize(signed char* q, float* scale, const float* x) {
  __shared__ int largest;
  int row = blockIdx.x, t = threadIdx.x;
#ifndef FAULT
  if (t == 0) largest = 0;
  __syncthreads();
#endif
  float v = x[row * 128 + t];
  atomicMax(&largest, __float_as_int(fabsf(v)));
  __syncthreads();
  float m = __int_as_float(largest), inverse = 127.f / m;
  q[row * 128 + t] = __float2int_rn(v * inverse);
  if (t == 0) scale[row] = m / 127.f;
}
