// A cuckoo hash table in shared memory: 24 threads insert by atomic exchange and carry on with the key they have driven out.
__device__ int first_place(int key) { return (unsigned)key * 2654435761u >> 27; }
__device__ int second_place(int key) { return 32 + ((unsigned)key * 2246822519u >> 27); }
extern "C" __global__ void cuckoo(int* found, const int* keys, const int* queries) {
  __shared__ int table[64];
  int t = threadIdx.x;
  table[t] = -1;
  __syncthreads();
  if (t < 24) {
    int key = keys[t], place = first_place(key);
    for (int step = 0; step < 1000; ++step) {
      key = atomicExch(&table[place], key);
      if (key == -1) break;
      place = place == first_place(key) ? second_place(key) : first_place(key);
    }
  }
  __syncthreads();
  int query = queries[t];
  found[t] = table[first_place(query)] == query || table[second_place(query)] == query;
}
