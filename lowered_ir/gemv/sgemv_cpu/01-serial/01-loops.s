# gemv/sgemv_cpu:serial:loops
# y[n] = sum_k W[n,k] x[k], N,K = 4096,4096, float32 -> float32 -> float32
# why: as the computation states it: y_sum[n] is zeroed at k = 0
# target: llvm x86-64-v3

main_compute_:
	pushq	%r15
	pushq	%r14
	pushq	%r12
	pushq	%rbx
	pushq	%rax
	movq	%rcx, %r14
	movq	%rdx, %r15
	movq	%rsi, %r12
	movl	%edi, %ebx
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rax
	movl	$16384, %edx
	movl	$1, %edi
	movl	%ebx, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rax)
	movl	$-1, %ecx
	testq	%rax, %rax
	jne	.LBB3_1
.LBB3_6:
	movl	%ecx, %eax
	addq	$8, %rsp
	popq	%rbx
	popq	%r12
	popq	%r14
	popq	%r15
	retq
.LBB3_1:
	vmovss	(%r15), %xmm0
	leaq	36(%r12), %rcx
	xorl	%edx, %edx
	vxorps	%xmm1, %xmm1, %xmm1
.LBB3_2:
	movq	%rdx, %rsi
	shlq	$14, %rsi
	vmovss	(%r12,%rsi), %xmm2
	vfmadd132ss	%xmm0, %xmm1, %xmm2
	xorl	%esi, %esi
.LBB3_3:
	vmovss	-32(%rcx,%rsi,4), %xmm3
	vmovss	-28(%rcx,%rsi,4), %xmm4
	vfmadd132ss	4(%r15,%rsi,4), %xmm2, %xmm3
	vfmadd231ss	8(%r15,%rsi,4), %xmm4, %xmm3
	vmovss	-24(%rcx,%rsi,4), %xmm2
	vfmadd132ss	12(%r15,%rsi,4), %xmm3, %xmm2
	vmovss	-20(%rcx,%rsi,4), %xmm3
	vfmadd132ss	16(%r15,%rsi,4), %xmm2, %xmm3
	vmovss	-16(%rcx,%rsi,4), %xmm2
	vfmadd132ss	20(%r15,%rsi,4), %xmm3, %xmm2
	vmovss	-12(%rcx,%rsi,4), %xmm3
	vfmadd132ss	24(%r15,%rsi,4), %xmm2, %xmm3
	vmovss	-8(%rcx,%rsi,4), %xmm2
	vfmadd132ss	28(%r15,%rsi,4), %xmm3, %xmm2
	vmovss	-4(%rcx,%rsi,4), %xmm3
	vfmadd132ss	32(%r15,%rsi,4), %xmm2, %xmm3
	vmovss	(%rcx,%rsi,4), %xmm2
	vfmadd132ss	36(%r15,%rsi,4), %xmm3, %xmm2
	addq	$9, %rsi
	cmpq	$4095, %rsi
	jne	.LBB3_3
	vmovss	%xmm2, (%rax,%rdx,4)
	incq	%rdx
	addq	$16384, %rcx
	cmpq	$4096, %rdx
	jne	.LBB3_2
	movl	$16384, %edx
	movq	%r14, %rdi
	movq	%rax, %rsi
	movq	%rax, %r14
	callq	memcpy@PLT
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %rax
	movl	$1, %edi
	movl	%ebx, %esi
	movq	%r14, %rdx
	callq	*(%rax)
	xorl	%ecx, %ecx
	negl	%eax
	sbbl	%ecx, %ecx
	jmp	.LBB3_6
