// h[t] = a[t] h[t - 1] + b[t] along rows of 32 by a warp scan of pairs (a, b), as in state space models.
// Fault: the earlier pair is applied after the later one; the composition does not commute (wrong order).
struct Affine { float a, b; };
__device__ Affine then(Affine first, Affine second) { return {second.a * first.a, second.a * first.b + second.b}; }
extern "C" __global__ void recurrence(float* h, const float* a, const float* b) {
  int i = blockIdx.x * 32 + threadIdx.x;
  Affine f = {a[i], b[i]};
  for (int d = 1; d < 32; d *= 2) {
    Affine g = {__shfl_up_sync(0xffffffff, f.a, d), __shfl_up_sync(0xffffffff, f.b, d)};
#ifdef FAULT
    if (threadIdx.x >= d) f = then(f, g);
#else
    if (threadIdx.x >= d) f = then(g, f);
#endif
  }
  h[i] = f.b;
}
