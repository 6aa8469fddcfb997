// Two blocks take turns in a critical section of ten rounds each, which appends to a plain list; the lock is a word.
// Fault: no fence follows the relaxed exchange that takes the lock, so the section's loads are not ordered behind it (data race).
__global__ void append(int* sum, int* count, int* lock, const int* x) {
  for (int r = 0; r < 10; r++) {
    while (atomicExch(lock, 1) != 0) __nanosleep(40);
#ifndef FAULT
    __threadfence();
#endif
    *count = *count + 1;
    *sum = *sum + x[blockIdx.x * 10 + r];
    __threadfence();
    atomicExch(lock, 0);
  }
}
