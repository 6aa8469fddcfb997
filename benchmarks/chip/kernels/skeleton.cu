#define PLACE(imm, with) asm volatile("fma.rn.f32 %0, %0, %1, 0f" imm ";" : "+f"(x) : "f"(with));
#define SETUP(with) PLACE("3FC00000", with)
#define BODY PLACE("40200000", low)
#define LEAD PLACE("40B00000", low)
#define TAIL PLACE("40600000", low)
#define END PLACE("40900000", low)
extern "C" __global__ void __launch_bounds__(1024)
measured(unsigned* out, const float* in, int iterations, int holding) {
  const unsigned thread = threadIdx.x;
  if (holding) {
    volatile unsigned* there = out;
    unsigned held[<held>];
#pragma unroll
    for (int i = 0; i < <held>; i++) held[i] = there[i];
#pragma unroll
    for (int i = 0; i < <held>; i++) there[i] = held[i];
  }
  float x = in[4 * thread + 3];
  const float low = in[4 * thread], high = in[4 * thread + 1], extra = in[4 * thread + 2];
  SETUP(low) SETUP(high) SETUP(extra)
  <setup>
  __syncthreads();
  unsigned start, end;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(start) :: "memory");
#pragma unroll 1
  for (int i = 0; i < iterations; i++) {
    <lead>
    <body>
  }
  <tail>
  asm volatile("mov.u32 %0, %%clock;" : "=r"(end) :: "memory");
  END
  out += 4 * (blockIdx.x * blockDim.x + thread);
  out[0] = start;
  out[1] = end;
  out[2] = __float_as_uint(x);
}
