// Attention scores of 16 tokens with a learned bias per relative position, from a table of 31 entries.
// Fault: the table's index is i - j + 16 instead of i - j + 15 (out of bounds at the last row).
#ifdef FAULT
#define OFFSET 16
#else
#define OFFSET 15
#endif
extern "C" __global__ void scores(float* score, const float4* q, const float4* k, const float* bias) {
  int t = threadIdx.y * 32 + threadIdx.x, i = t / 16, j = t % 16;
  float4 a = q[2 * i], b = q[2 * i + 1], c = k[2 * j], d = k[2 * j + 1];
  float s = a.x * c.x + a.y * c.y + a.z * c.z + a.w * c.w + b.x * d.x + b.y * d.y + b.z * d.z + b.w * d.w;
  score[t] = s * 0.35355339f + bias[i - j + OFFSET];
}
