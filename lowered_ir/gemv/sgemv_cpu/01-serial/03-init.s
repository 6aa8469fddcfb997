# gemv/sgemv_cpu:serial:init
# y[n] = sum_k W[n,k] x[k], N,K = 4096,4096, float32 -> float32 -> float32
# why: zero the accumulator before the loop over k, not by a test inside it
# target: llvm x86-64-v3

main_compute_:
	addq	$28, %rdi
	xorl	%eax, %eax
.LBB3_1:
	vxorps	%xmm0, %xmm0, %xmm0
	xorl	%ecx, %ecx
.LBB3_2:
	vmovss	-28(%rdi,%rcx,4), %xmm1
	vmovss	-24(%rdi,%rcx,4), %xmm2
	vfmadd132ss	(%rsi,%rcx,4), %xmm0, %xmm1
	vfmadd231ss	4(%rsi,%rcx,4), %xmm2, %xmm1
	vmovss	-20(%rdi,%rcx,4), %xmm0
	vfmadd132ss	8(%rsi,%rcx,4), %xmm1, %xmm0
	vmovss	-16(%rdi,%rcx,4), %xmm1
	vfmadd132ss	12(%rsi,%rcx,4), %xmm0, %xmm1
	vmovss	-12(%rdi,%rcx,4), %xmm0
	vfmadd132ss	16(%rsi,%rcx,4), %xmm1, %xmm0
	vmovss	-8(%rdi,%rcx,4), %xmm1
	vfmadd132ss	20(%rsi,%rcx,4), %xmm0, %xmm1
	vmovss	-4(%rdi,%rcx,4), %xmm2
	vfmadd132ss	24(%rsi,%rcx,4), %xmm1, %xmm2
	vmovss	(%rdi,%rcx,4), %xmm0
	vfmadd132ss	28(%rsi,%rcx,4), %xmm2, %xmm0
	addq	$8, %rcx
	cmpq	$4096, %rcx
	jne	.LBB3_2
	vmovss	%xmm0, (%rdx,%rax,4)
	incq	%rax
	addq	$16384, %rdi
	cmpq	$4096, %rax
	jne	.LBB3_1
	retq
