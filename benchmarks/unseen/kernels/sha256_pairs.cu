// A level of a Merkle tree: SHA-256 of pairs of digests (64 bytes, and a block of padding), a thread
// per pair. The message schedule is a ring of 16 words in registers.
__constant__ unsigned K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

__device__ __forceinline__ unsigned rotated(unsigned x, int by) {
  return __funnelshift_r(x, x, by);
}

__device__ void compress(unsigned (&state)[8], unsigned (&w)[16]) {
  unsigned a = state[0], b = state[1], c = state[2], d = state[3];
  unsigned e = state[4], f = state[5], g = state[6], h = state[7];
  for (int first = 0; first < 64; first += 16) {
#pragma unroll
    for (int i = 0; i < 16; ++i) {
      if (first) {
        unsigned early = w[(i + 1) % 16], late = w[(i + 14) % 16];
        w[i] += w[(i + 9) % 16] + (rotated(early, 7) ^ rotated(early, 18) ^ early >> 3) +
                (rotated(late, 17) ^ rotated(late, 19) ^ late >> 10);
      }
      unsigned one = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + (e & f ^ ~e & g) +
                     K[first + i] + w[i];
      unsigned two =
          (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + (a & b ^ a & c ^ b & c);
      h = g, g = f, f = e, e = d + one;
      d = c, c = b, b = a, a = one + two;
    }
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d;
  state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

extern "C" __global__ void __launch_bounds__(128)
sha256_pairs(const uint4* __restrict__ pairs, uint4* __restrict__ digests) {
  size_t thread = size_t(blockIdx.x) * 128 + threadIdx.x;
  unsigned state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  unsigned w[16];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    uint4 four = pairs[thread * 4 + i];
    w[4 * i] = four.x, w[4 * i + 1] = four.y, w[4 * i + 2] = four.z, w[4 * i + 3] = four.w;
  }
  compress(state, w);
#pragma unroll
  for (int i = 0; i < 16; ++i) w[i] = i == 0 ? 0x80000000u : i == 15 ? 512u : 0u;
  compress(state, w);
  digests[thread * 2] = make_uint4(state[0], state[1], state[2], state[3]);
  digests[thread * 2 + 1] = make_uint4(state[4], state[5], state[6], state[7]);
}
