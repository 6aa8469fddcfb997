# gemv/sgemv_cpu:vectorized:init
# y[n] = sum_k W[n,k] x[k], N,K = 4096,4096, float32 -> float32 -> float32
# why: zero the partial sums before the loop over k, not by a test inside it
# target: llvm x86-64-v3

main_compute_:
	addq	$224, %rdi
	xorl	%eax, %eax
	vxorps	%xmm0, %xmm0, %xmm0
.LBB3_1:
	vxorps	%xmm1, %xmm1, %xmm1
	xorl	%ecx, %ecx
.LBB3_2:
	vmovaps	-224(%rdi,%rcx), %ymm2
	vmovaps	-192(%rdi,%rcx), %ymm3
	vmovaps	-160(%rdi,%rcx), %ymm4
	vmovaps	-128(%rdi,%rcx), %ymm5
	vfmadd132ps	(%rsi,%rcx), %ymm1, %ymm2
	vfmadd231ps	32(%rsi,%rcx), %ymm3, %ymm2
	vfmadd231ps	64(%rsi,%rcx), %ymm4, %ymm2
	vfmadd231ps	96(%rsi,%rcx), %ymm5, %ymm2
	vmovaps	-96(%rdi,%rcx), %ymm1
	vfmadd132ps	128(%rsi,%rcx), %ymm2, %ymm1
	vmovaps	-64(%rdi,%rcx), %ymm2
	vfmadd132ps	160(%rsi,%rcx), %ymm1, %ymm2
	vmovaps	-32(%rdi,%rcx), %ymm3
	vfmadd132ps	192(%rsi,%rcx), %ymm2, %ymm3
	vmovaps	(%rdi,%rcx), %ymm1
	vfmadd132ps	224(%rsi,%rcx), %ymm3, %ymm1
	addq	$256, %rcx
	cmpq	$16384, %rcx
	jne	.LBB3_2
	vaddss	%xmm0, %xmm1, %xmm2
	vmovshdup	%xmm1, %xmm3
	vaddss	%xmm3, %xmm2, %xmm2
	vshufpd	$1, %xmm1, %xmm1, %xmm3
	vaddss	%xmm3, %xmm2, %xmm2
	vshufps	$255, %xmm1, %xmm1, %xmm3
	vaddss	%xmm3, %xmm2, %xmm2
	vextractf128	$1, %ymm1, %xmm1
	vaddss	%xmm1, %xmm2, %xmm2
	vmovshdup	%xmm1, %xmm3
	vaddss	%xmm3, %xmm2, %xmm2
	vshufpd	$1, %xmm1, %xmm1, %xmm3
	vaddss	%xmm3, %xmm2, %xmm2
	vshufps	$255, %xmm1, %xmm1, %xmm1
	vaddss	%xmm1, %xmm2, %xmm1
	vmovss	%xmm1, (%rdx,%rax,4)
	incq	%rax
	addq	$16384, %rdi
	cmpq	$4096, %rax
	jne	.LBB3_1
	vzeroupper
	retq
