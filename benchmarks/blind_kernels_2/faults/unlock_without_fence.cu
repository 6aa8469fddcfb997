// One thread per block updates two plain counters under a global spin lock.
// Fault: the lock is released by a relaxed exchange without a fence, so the updates are not ordered.
extern "C" __global__ void locked(int* state) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&state[0], 0, 1) != 0) {}
    __threadfence();
    state[1] += 1;
    state[2] += state[1];
#ifndef FAULT
    __threadfence();
#endif
    atomicExch(&state[0], 0);
  }
}
