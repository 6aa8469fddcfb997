// A B^T of bfloat16 in tiles of 16 x 8 per block: cp.async in two stages of 32, ldmatrix, mma; warps split k.
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void cp_async16(unsigned dst, const void* src) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(dst), "l"(src) : "memory"); }
__device__ __forceinline__ void cp_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void cp_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void ldmatrix4(unsigned* r, unsigned address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(address) : "memory");
}
__device__ __forceinline__ void ldmatrix2(unsigned* r, unsigned address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(address) : "memory");
}
__device__ __forceinline__ void mma_bf16(float* c, const unsigned* a, const unsigned* b) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
extern "C" __global__ void product(float* c, const unsigned short* a, const unsigned short* b) {
  __shared__ alignas(16) unsigned short sa[2][16][40], sb[2][8][40];
  __shared__ float other[16][8];
  int t = threadIdx.x, warp = t / 32, lane = t % 32, row0 = blockIdx.y * 16, col0 = blockIdx.x * 8;
  auto load = [&](int k) {
    int r = t / 4, q = t % 4 * 8;
    cp_async16(shared_address(&sa[k][r][q]), a + (row0 + r) * 64 + k * 32 + q);
    if (r < 8) cp_async16(shared_address(&sb[k][r][q]), b + (col0 + r) * 64 + k * 32 + q);
    cp_commit();
  };
  load(0);
  load(1);
  float acc[4] = {0, 0, 0, 0};
  for (int k = 0; k < 2; ++k) {
    if (k == 0) cp_wait<1>();
    else cp_wait<0>();
    __syncthreads();
    unsigned fa[4], fb[2];
    ldmatrix4(fa, shared_address(&sa[k][lane % 16][warp * 16 + lane / 16 * 8]));
    ldmatrix2(fb, shared_address(&sb[k][lane % 8][warp * 16 + lane / 8 % 2 * 8]));
    mma_bf16(acc, fa, fb);
  }
  int r = lane / 4, q = lane % 4 * 2;
  if (warp == 1)
    for (int i = 0; i < 4; ++i) other[r + i / 2 * 8][q + i % 2] = acc[i];
  __syncthreads();
  if (warp == 0)
    for (int i = 0; i < 4; ++i) c[(row0 + r + i / 2 * 8) * 16 + col0 + q + i % 2] = acc[i] + other[r + i / 2 * 8][q + i % 2];
}
