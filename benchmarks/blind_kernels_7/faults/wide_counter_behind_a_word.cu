// Counts and sums of 96 values by sign: a record has a count of 32 bits and a sum of 64 bits in shared memory.
// Fault: the sums are placed behind the counts without padding, at a multiple of four bytes (misaligned atomic).
#ifdef FAULT
#define PLACE 4
#else
#define PLACE 8
#endif
extern "C" __global__ void signs(long long* sum, int* count, const int* x) {
  __shared__ alignas(8) unsigned char memory[32];
  int t = threadIdx.x, v = x[blockIdx.x * 96 + t];
  if (t < 8) ((int*)memory)[t] = 0;
  __syncthreads();
  unsigned char* record = memory + (v < 0 ? 16 : 0);
  atomicAdd((int*)record, 1);
  atomicAdd((unsigned long long*)(record + PLACE), (unsigned long long)v);
  __syncthreads();
  if (t < 2) {
    count[blockIdx.x * 2 + t] = *(int*)(memory + t * 16);
    sum[blockIdx.x * 2 + t] = *(long long*)(memory + t * 16 + PLACE);
  }
}
