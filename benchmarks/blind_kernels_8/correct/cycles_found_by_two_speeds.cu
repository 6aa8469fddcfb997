// Length of the cycle and of the way into it for x -> (x * x + c) mod 1009, by Floyd's tortoise and hare.
__global__ void cycles(int* tail, int* length, const int* start, const int* c) {
  const int t = threadIdx.x;
  const unsigned add = c[t];
  auto next = [add](unsigned x) { return (x * x + add) % 1009u; };
  unsigned slow = next(start[t]), fast = next(slow);
  while (slow != fast) {
    slow = next(slow);
    fast = next(next(fast));
  }
  int mu = 0, lambda = 1;
  for (slow = start[t]; slow != fast; mu++) {
    slow = next(slow);
    fast = next(fast);
  }
  for (fast = next(slow); slow != fast; lambda++) fast = next(fast);
  tail[t] = mu;
  length[t] = lambda;
}
