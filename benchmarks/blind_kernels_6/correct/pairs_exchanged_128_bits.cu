// Keeps the greatest key of four groups with its value, as one word of 128 bits that is compared and exchanged.
struct alignas(16) Pair {
  unsigned long long value, key;
};
__device__ __forceinline__ Pair exchange_if(Pair* p, Pair expected, Pair wanted) {
  Pair old;
  asm volatile("{\n.reg .b128 e, w, o;\nmov.b128 e, {%3, %4};\nmov.b128 w, {%5, %6};\n"
               "atom.relaxed.gpu.global.cas.b128 o, [%2], e, w;\nmov.b128 {%0, %1}, o;\n}"
               : "=l"(old.value), "=l"(old.key)
               : "l"(p), "l"(expected.value), "l"(expected.key), "l"(wanted.value), "l"(wanted.key) : "memory");
  return old;
}
extern "C" __global__ void keep_greatest(Pair* best, const unsigned long long* key, const unsigned long long* value) {
  int i = blockIdx.x * 32 + threadIdx.x;
  Pair mine = {value[i], key[i] * 128 + i}, seen = {0, 0};
  while (mine.key > seen.key) {
    Pair old = exchange_if(&best[i % 4], seen, mine);
    if (old.key == seen.key && old.value == seen.value) break;
    seen = old;
  }
}
