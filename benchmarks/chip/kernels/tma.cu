extern "C" __global__ void measured(const __grid_constant__ CUtensorMap map, unsigned* out,
                                    int turns, int bytes) {
  extern __shared__ __align__(1024) char shared[];
  __shared__ unsigned long long bar;
  unsigned start, issued, end;
  if (threadIdx.x) return;
  init(place(&bar), 1);
  for (int i = 0; i < turns; i++) {
    NOW(start)
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" :: "r"(place(&bar)),
                 "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2, %3}], [%4];" :: "r"(place(shared)), "l"(&map), "r"(0), "r"(0),
                 "r"(place(&bar)) : "memory");
    NOW(issued)
    for (int k = 0; k < 1000 && !done(place(&bar), i & 1); k++);
    NOW(end)
    out[2 * i] = end - start;
    out[2 * i + 1] = issued - start;
  }
}
