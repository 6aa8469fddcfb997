extern "C" __global__ void first_load(const uint4* in, uint4* out, int apart, int most) {
  out[blockIdx.x * 128 + threadIdx.x] = in[blockIdx.x * apart + (threadIdx.x & most)];
}
