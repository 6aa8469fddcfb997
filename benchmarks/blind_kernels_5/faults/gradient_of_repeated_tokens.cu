// Adds the gradients of 32 embedded tokens to the gradient of a table of eight rows; tokens occur repeatedly.
// Fault: a plain += where several tokens meet in one row (race on global, lost updates).
extern "C" __global__ void scatter(float* gradient, const float* g, const int* token) {
  int i = blockIdx.x * 128 + threadIdx.x;
  float* place = gradient + token[i / 8] * 8 + i % 8;
#ifdef FAULT
  *place += g[i];
#else
  atomicAdd(place, g[i]);
#endif
}
