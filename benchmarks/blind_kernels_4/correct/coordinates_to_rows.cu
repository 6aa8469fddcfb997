// Turns a sparse matrix of coordinates into row form in four launches: counts, offsets, scatter in any order, sort within rows.
extern "C" __global__ void count(int* counts, const int* rows) { atomicAdd(&counts[rows[threadIdx.x]], 1); }
extern "C" __global__ void scan(int* starts, int* cursors, const int* counts) {
  int lane = threadIdx.x, v = lane < 16 ? counts[lane] : 0, sum = v;
  for (int d = 1; d < 32; d *= 2) {
    int left = __shfl_up_sync(0xffffffff, sum, d);
    if (lane >= d) sum += left;
  }
  if (lane <= 16) starts[lane] = sum - v;
  if (lane < 16) cursors[lane] = sum - v;
}
extern "C" __global__ void scatter(int* columns, int* values, int* cursors, const int* rows, const int* c, const int* v) {
  int t = threadIdx.x, place = atomicAdd(&cursors[rows[t]], 1);
  columns[place] = c[t];
  values[place] = v[t];
}
extern "C" __global__ void sort_rows(int* columns, int* values, const int* starts) {
  int begin = starts[threadIdx.x], end = starts[threadIdx.x + 1];
  for (int i = begin + 1; i < end; ++i) {
    int c = columns[i], v = values[i], j = i;
    for (; j > begin && (columns[j - 1] > c || (columns[j - 1] == c && values[j - 1] > v)); --j) {
      columns[j] = columns[j - 1];
      values[j] = values[j - 1];
    }
    columns[j] = c;
    values[j] = v;
  }
}
