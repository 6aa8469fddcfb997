// Acceleration and potential of each body by all bodies: tiles of 256 bodies in shared memory.
extern "C" __global__ void __launch_bounds__(256)
nbody_gravity(const float4* __restrict__ bodies, float4* __restrict__ y, int n) {
  __shared__ float4 tile[256];
  int at = blockIdx.x * 256 + threadIdx.x;
  float4 own = bodies[at], sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  for (int first = 0; first < n; first += 256) {
    tile[threadIdx.x] = bodies[first + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int other = 0; other < 256; ++other) {
      float4 body = tile[other];
      float dx = body.x - own.x, dy = body.y - own.y, dz = body.z - own.z;
      float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.05f);
      float potential = body.w * inverse;
      float force = potential * inverse * inverse;
      sum.x += force * dx;
      sum.y += force * dy;
      sum.z += force * dz;
      sum.w -= potential;
    }
    __syncthreads();
  }
  y[at] = sum;
}
