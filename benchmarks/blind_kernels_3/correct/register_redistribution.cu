// One warpgroup gives registers away by setmaxnreg and loads a tile, the other takes them and computes.
extern "C" __global__ void __launch_bounds__(256, 2) roles(float* y, const float* x) {
  __shared__ float s[128];
  int t = threadIdx.x % 128, i = blockIdx.x * 128;
  if (threadIdx.x < 128) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 64;");
    s[t] = x[i + t];
    asm volatile("bar.arrive 1, 256;" ::: "memory");
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 192;");
    asm volatile("bar.sync 1, 256;" ::: "memory");
    float sum = 0;
    for (int k = 0; k < 8; ++k) sum += s[(t + k) % 128] * k;
    y[i + t] = sum;
  }
}
