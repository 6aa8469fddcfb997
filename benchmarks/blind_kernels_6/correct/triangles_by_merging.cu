// Triangles at each vertex of a graph: for each of its neighbours, two sorted lists are merged.
extern "C" __global__ void triangles(int* count, const int* start, const int* next) {
  int v = threadIdx.x, found = 0;
  for (int e = start[v]; e < start[v + 1]; ++e) {
    int u = next[e], i = start[v], j = start[u];
    while (i < start[v + 1] && j < start[u + 1]) {
      int a = next[i], b = next[j];
      found += a == b;
      i += a <= b;
      j += b <= a;
    }
  }
  count[v] = found / 2;
}
