// A recursive filter y = x + 0.9 y' on 64 channels, whose 32 samples pass through registers in chunks of 8.
// Fault: the state is declared in the chunk's loop, so it begins at zero every 8 samples (wrong value).
extern "C" __global__ void filter(float* y, const float* x) {
  int c = blockIdx.x * 32 + threadIdx.x;
  float state = 0;
  for (int chunk = 0; chunk < 32; chunk += 8) {
#ifdef FAULT
    state = 0;
#endif
    float v[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) v[i] = x[(chunk + i) * 64 + c];
#pragma unroll
    for (int i = 0; i < 8; ++i) v[i] = state = fmaf(0.9f, state, v[i]);
#pragma unroll
    for (int i = 0; i < 8; ++i) y[(chunk + i) * 64 + c] = v[i];
  }
}
