// An 8 x 8 matmul of depth 16 in double precision by the tensor cores.
extern "C" __global__ void gemm(double* y, const double* a, const double* b) {
  int g = threadIdx.x / 4, t = threadIdx.x % 4;
  double c0 = 0, c1 = 0;
  for (int k = 0; k < 16; k += 4)
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+d"(c0), "+d"(c1) : "d"(a[g * 16 + k + t]), "d"(b[(k + t) * 8 + g]));
  y[g * 8 + 2 * t] = c0;
  y[g * 8 + 2 * t + 1] = c1;
}
