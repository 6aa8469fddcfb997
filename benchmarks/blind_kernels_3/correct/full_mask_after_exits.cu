// Twelve lanes exit; votes and shuffles of the others still name all lanes, which is allowed for lanes that have exited.
extern "C" __global__ void live(int* y, const int* x) {
  __shared__ int s[20];
  int lane = threadIdx.x;
  if (lane >= 20) return;
  int v = x[blockIdx.x * 20 + lane];
  unsigned odd = __ballot_sync(~0u, v & 1);
  int next = __shfl_sync(~0u, v, lane == 19 ? 0 : lane + 1);
  s[lane] = next;
  __syncwarp();
  y[blockIdx.x * 20 + lane] = s[19 - lane] ^ odd;
}
