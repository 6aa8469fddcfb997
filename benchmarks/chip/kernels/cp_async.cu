extern "C" __global__ void measured(unsigned* out, const char* from, int turns) {
  extern __shared__ __align__(1024) char shared[];
  unsigned start, end, at = place(shared) + threadIdx.x * 16;
  for (int i = 0; i < turns; i++) {
    __syncwarp();
    NOW(start)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(at),
                 "l"(from + threadIdx.x * 16) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    NOW(end)
    if (threadIdx.x == 0) out[i] = end - start;
  }
}
