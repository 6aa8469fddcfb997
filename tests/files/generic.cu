// Kernels of no ladder: k(c, a, b, n, s) with arrays of 16384 floats, integers of as many, a scalar.
// Each is launched as its first comment says: blocks, threads.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define KERNEL(name) \
  extern "C" __global__ void name(float* c, const float* a, const float* b, const int* n, float s)
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

KERNEL(axpy) {  // 4 128
  int i = THREAD;
  c[i] = s * a[i] + b[i];
}

KERNEL(divide) {  // 2 128
  int i = THREAD;
  c[i] = __fdiv_rn(a[i], b[i] + 2.0f) + __frcp_rn(b[i] + 3.0f);
}

KERNEL(square_root) {  // 2 128
  int i = THREAD;
  c[i] = __fsqrt_rn(fabsf(a[i])) + rsqrtf(fabsf(b[i]) + 1.0f);
}

KERNEL(activation) {  // 2 128
  int i = THREAD;
  float x = a[i];
  c[i] = x / (1.0f + __expf(-x)) + tanhf(b[i]) + __logf(fabsf(x) + 1.0f);
}

KERNEL(trigonometry) {  // 1 128
  int i = THREAD;
  c[i] = __sinf(a[i]) * __cosf(b[i]) + __powf(fabsf(a[i]) + 0.5f, s);
}

KERNEL(transpose) {  // 4 256
  __shared__ float tile[32][33];
  int x = threadIdx.x & 31, y = threadIdx.x >> 5, base = blockIdx.x * 1024;
  for (int r = y; r < 32; r += 8) tile[r][x] = a[base + r * 32 + x];
  __syncthreads();
  for (int r = y; r < 32; r += 8) c[base + r * 32 + x] = tile[x][r];
}

KERNEL(sum_of_a_block) {  // 4 256
  __shared__ float part[8];
  float x = a[THREAD] + b[THREAD];
  for (int d = 16; d; d >>= 1) x += __shfl_down_sync(~0u, x, d);
  if (!(threadIdx.x & 31)) part[threadIdx.x >> 5] = x;
  __syncthreads();
  if (threadIdx.x < 32) {
    x = threadIdx.x < 8 ? part[threadIdx.x] : 0.0f;
    for (int d = 4; d; d >>= 1) x += __shfl_xor_sync(~0u, x, d);
    if (!threadIdx.x) c[blockIdx.x] = x;
  }
}

KERNEL(softmax) {  // 2 128
  const float4* row = (const float4*)(a + blockIdx.x * 512);
  __shared__ float part[4], total[4];
  float4 x = row[threadIdx.x];
  float most = fmaxf(fmaxf(x.x, x.y), fmaxf(x.z, x.w));
  for (int d = 16; d; d >>= 1) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
  if (!(threadIdx.x & 31)) part[threadIdx.x >> 5] = most;
  __syncthreads();
  most = fmaxf(fmaxf(part[0], part[1]), fmaxf(part[2], part[3]));
  x = {__expf(x.x - most), __expf(x.y - most), __expf(x.z - most), __expf(x.w - most)};
  float sum = x.x + x.y + x.z + x.w;
  for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
  if (!(threadIdx.x & 31)) total[threadIdx.x >> 5] = sum;
  __syncthreads();
  float one = 1.0f / (total[0] + total[1] + total[2] + total[3]);
  ((float4*)(c + blockIdx.x * 512))[threadIdx.x] = {x.x * one, x.y * one, x.z * one, x.w * one};
}

KERNEL(layer_norm) {  // 2 32
  const float* row = a + blockIdx.x * 256;
  float mean = 0, square = 0, x[8];
  for (int j = 0; j < 8; ++j) mean += x[j] = row[j * 32 + threadIdx.x];
  for (int d = 16; d; d >>= 1) mean += __shfl_xor_sync(~0u, mean, d);
  mean *= 1.0f / 256;
  for (int j = 0; j < 8; ++j) square += (x[j] - mean) * (x[j] - mean);
  for (int d = 16; d; d >>= 1) square += __shfl_xor_sync(~0u, square, d);
  float scale = rsqrtf(square / 256 + 1e-5f);
  for (int j = 0; j < 8; ++j) c[blockIdx.x * 256 + j * 32 + threadIdx.x] = (x[j] - mean) * scale;
}

KERNEL(product_nt) {  // 2 256
  __shared__ float left[16][17], right[16][17];
  int x = threadIdx.x & 15, y = threadIdx.x >> 4;
  float sum = 0;
  for (int k = 0; k < 64; k += 16) {
    left[y][x] = a[(blockIdx.x * 16 + y) * 64 + k + x];
    right[y][x] = b[y * 64 + k + x];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += left[y][j] * right[x][j];
    __syncthreads();
  }
  c[(blockIdx.x * 16 + y) * 16 + x] = sum;
}

KERNEL(product_nn_registers) {  // 1 64
  __shared__ float left[8][32], right[8][32];
  int x = threadIdx.x & 7, y = threadIdx.x >> 3;
  float sum[4][4] = {};
  for (int k = 0; k < 32; k += 8) {
    for (int j = threadIdx.x; j < 256; j += 64) {
      left[j & 7][j >> 3] = a[(j >> 3) * 32 + k + (j & 7)];
      right[j >> 5][j & 31] = b[(k + (j >> 5)) * 32 + (j & 31)];
    }
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      for (int u = 0; u < 4; ++u)
        for (int v = 0; v < 4; ++v) sum[u][v] += left[j][y * 4 + u] * right[j][x * 4 + v];
    __syncthreads();
  }
  for (int u = 0; u < 4; ++u)
    for (int v = 0; v < 4; ++v) c[(y * 4 + u) * 32 + x * 4 + v] = sum[u][v];
}

KERNEL(convolution) {  // 2 128
  int i = THREAD, y = i / 16, x = i % 16;
  float sum = 0;
  for (int u = -1; u <= 1; ++u)
    for (int v = -1; v <= 1; ++v)
      if (y + u >= 0 && y + u < 16 && x + v >= 0 && x + v < 16)
        sum += a[(y + u) * 16 + x + v] * b[(u + 1) * 3 + v + 1];
  c[i] = sum;
}

KERNEL(depthwise) {  // 2 64
  int i = THREAD;
  float weights[5], sum[4] = {};
  for (int j = 0; j < 5; ++j) weights[j] = b[j];
  for (int u = 0; u < 4; ++u)
    for (int j = 0; j < 5; ++j) sum[u] += a[i * 4 + u + j] * weights[j];
  ((float4*)c)[i] = {sum[0], sum[1], sum[2], sum[3]};
}

KERNEL(pooling) {  // 2 64
  int i = THREAD;
  float most = -INFINITY;
  for (int j = 0; j < 7; ++j) most = fmaxf(most, a[(i * 2 + j) & 16383]);
  c[i] = most > 0.5f ? most : s;
}

KERNEL(gather) {  // 2 128
  int i = THREAD;
  c[i] = n[i] < 8192 ? a[n[n[i] >> 1]] : b[i];
}

KERNEL(integers) {  // 2 128
  int i = THREAD;
  int x = n[i] - 77, y = n[i + 1] % 13 + 1;
  int made = x / y + x % 7 + (x ^ y) * (x >> 3) + __popc(x) + __clz(y) + __ffs(x);
  c[i] = __int_as_float(min(made, max(x, y)) + abs(x - y) + (int)__brev(x));
}

KERNEL(long_integers) {  // 2 128
  int i = THREAD;
  long long x = (long long)n[i] * 1234567890123LL, y = x + n[i + 1] - (1LL << 40);
  unsigned long long made = x * y + (unsigned long long)(x >> 7) / (n[i] + 3);
  ((unsigned long long*)c)[i] = made ^ __umul64hi(x, y);
}

KERNEL(bytes) {  // 2 128
  int i = THREAD;
  const signed char* left = (const signed char*)n;
  int sum = __dp4a(n[i], n[i + 1], 5) + left[i] * left[i + 2];
  c[i] = __int_as_float(__byte_perm(sum, n[i], 0x5140));
  ((unsigned char*)c)[8192 + i] = left[i + 1] + 3;
}

KERNEL(halves) {  // 2 128
  int i = THREAD;
  const __half2 *x = (const __half2*)a, *y = (const __half2*)b;
  __half2 sum = __hfma2(x[i], y[i], __float2half2_rn(s));
  sum = __hadd2(sum, __hmul2(x[i + 1], __half2half2(__low2half(y[i]))));
  ((__half2*)c)[i] = __hmax2(sum, x[i + 2]);
}

KERNEL(bfloat16) {  // 2 128
  int i = THREAD;
  const __nv_bfloat162 *x = (const __nv_bfloat162*)a, *y = (const __nv_bfloat162*)b;
  float2 wide = __bfloat1622float2(__hfma2(x[i], y[i], x[i + 1]));
  ((__nv_bfloat162*)c)[i] = __floats2bfloat162_rn(wide.x * s, wide.y + s);
}

KERNEL(doubles) {  // 2 128
  int i = THREAD;
  double x = a[i], y = b[i] + 4.0;
  double made = x * y + x / y - sqrt(fabs(x));
  c[i] = made > 1.5 ? (float)made : (float)n[i] + (float)(int)(x * 1000.0);
}

KERNEL(conversions) {  // 2 128
  int i = THREAD;
  int whole = (int)floorf(a[i] * 100.0f) + __float2int_rn(b[i] * 9.0f);
  unsigned short half = __half_as_ushort(__float2half(a[i]));
  c[i] = (float)whole + (float)(unsigned char)(n[i]) + (float)half + rintf(a[i] * 3.0f);
}

KERNEL(votes) {  // 2 64
  int i = THREAD;
  unsigned some = __ballot_sync(~0u, n[i] & 1), same = __match_any_sync(~0u, n[i] & 3);
  int made = __popc(some & same) + __any_sync(~0u, n[i] > 60) + __all_sync(~0u, n[i] >= 0);
  c[i] = __int_as_float(made + __reduce_add_sync(~0u, n[i]) + __shfl_up_sync(~0u, made, 3));
}

KERNEL(scan) {  // 2 128
  __shared__ float part[128];
  int t = threadIdx.x;
  part[t] = a[THREAD];
  __syncthreads();
  for (int d = 1; d < 128; d <<= 1) {
    float x = t >= d ? part[t - d] : 0.0f;
    __syncthreads();
    part[t] += x;
    __syncthreads();
  }
  c[THREAD] = part[t];
}

KERNEL(sort) {  // 1 128
  __shared__ int keys[128];
  int t = threadIdx.x;
  keys[t] = n[t] * 7919 & 1023;
  for (int k = 2; k <= 128; k <<= 1)
    for (int j = k >> 1; j; j >>= 1) {
      __syncthreads();
      int other = t ^ j;
      if (other > t && (keys[t] > keys[other]) == !(t & k)) {
        int kept = keys[t];
        keys[t] = keys[other];
        keys[other] = kept;
      }
    }
  __syncthreads();
  c[t] = __int_as_float(keys[t]);
}

KERNEL(collatz) {  // 2 64
  int i = THREAD, x = n[i] + 1, steps = 0;
  while (x > 1 && steps < 60) {
    x = x & 1 ? 3 * x + 1 : x / 2;
    ++steps;
  }
  c[i] = __int_as_float(steps);
}

KERNEL(branches) {  // 2 128
  int i = THREAD;
  float x = a[i];
  if (n[i] & 1) {
    for (int j = 0; j < (n[i] & 7); ++j) x = x * s + b[i + j];
  } else if (n[i] & 2) {
    x = __expf(x);
  } else {
    x = b[n[i] & 1023] / (x + 3.0f);
  }
  __syncwarp();
  c[i] = x;
}

KERNEL(horner) {  // 4 128
  int i = THREAD;
  float x = a[i], y = 0.0f;
#pragma unroll 1
  for (int j = 15; j >= 0; --j) y = y * x + b[j];
  c[i] = y;
}

KERNEL(tensor_core) {  // 1 32
  unsigned x[4], y[2];
  float sum[4] = {s, s, s, s};
  const unsigned *left = (const unsigned*)a, *right = (const unsigned*)b;
  for (int k = 0; k < 4; ++k) {
    for (int j = 0; j < 4; ++j) x[j] = left[k * 128 + j * 32 + threadIdx.x];
    for (int j = 0; j < 2; ++j) y[j] = right[k * 64 + j * 32 + threadIdx.x];
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9},"
        "{%0,%1,%2,%3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
  }
  for (int j = 0; j < 4; ++j) c[j * 32 + threadIdx.x] = sum[j];
}

KERNEL(tensor_core_bytes) {  // 1 32
  int x[4], y[2], sum[4] = {};
  for (int k = 0; k < 3; ++k) {
    for (int j = 0; j < 4; ++j) x[j] = n[k * 128 + j * 32 + threadIdx.x];
    for (int j = 0; j < 2; ++j) y[j] = n[k * 64 + j * 32 + threadIdx.x];
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9},"
        "{%0,%1,%2,%3};"
        : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
        : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
  }
  for (int j = 0; j < 4; ++j) c[j * 32 + threadIdx.x] = __int_as_float(sum[j]);
}

KERNEL(copies) {  // 2 128
  __shared__ float4 tile[2][128];
  const float4* from = (const float4*)a + blockIdx.x * 512;
  float4 sum = {};
  unsigned to = __cvta_generic_to_shared(&tile[0][threadIdx.x]);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from + threadIdx.x));
  asm volatile("cp.async.commit_group;");
  for (int k = 0; k < 4; ++k) {
    if (k < 3)
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to + (~k & 1) * 2048),
                   "l"(from + (k + 1) * 128 + threadIdx.x));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
    float4 x = tile[k & 1][threadIdx.x ^ 1];
    sum = {sum.x + x.x, sum.y + x.y, sum.z + x.z, sum.w + x.w};
    __syncthreads();
  }
  ((float4*)c)[THREAD] = sum;
}

KERNEL(stack) {  // 1 64
  float kept[32];
  for (int j = 0; j < 32; ++j) kept[j] = a[j * 64 + threadIdx.x];
  float sum = 0;
  for (int j = 0; j < 16; ++j) sum = sum * s + kept[n[j] & 31];
  c[threadIdx.x] = sum;
}

KERNEL(many_predicates) {  // 2 128
  int i = THREAD, x = n[i];
  bool p = x > 3, q = x & 4, r = a[i] > 0.0f, t = b[i] < s, u = x == 9, v = a[i] != b[i];
  float y = (p && !q) || (r && t) ? a[i] : b[i];
  y += (u || (v && !p)) ? 1.0f : (q != r) ? 2.0f : (t == u) ? 4.0f : 0.0f;
  c[i] = y + (p ^ q ^ r ^ t ^ u ^ v);
}
