# gemm/sgemm_cpu:parallel:write_back
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: accumulators in a separate tile, stored once at the end of K
# target: llvm x86-64-v3

.LCPI3_0:
	.zero	4
	.long	0
	.long	1
	.long	2
	.long	7
	.zero	4
	.long	4
	.long	5
.LCPI3_1:
	.zero	4
	.long	0
	.long	1
	.long	2
	.zero	4
	.zero	4
	.zero	4
	.long	3
main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$56, %rsp
	movq	%rcx, %r15
	movq	%rdx, %r13
	movq	%rsi, %r12
	movl	%edi, %ebp
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rbx
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%ebp, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rbx)
	movl	$-1, 8(%rsp)
	testq	%rax, %rax
	je	.LBB3_22
	movq	%rax, %r14
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%ebp, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rbx)
	testq	%rax, %rax
	je	.LBB3_22
	leaq	448(%r14), %rcx
	addq	$28672, %r13
	xorl	%edx, %edx
.LBB3_3:
	movq	%r13, %rsi
	xorl	%edi, %edi
.LBB3_4:
	vmovaps	-28672(%rsi), %ymm0
	vmovaps	-28640(%rsi), %ymm1
	vmovups	%ymm1, -416(%rcx,%rdi)
	vmovups	%ymm0, -448(%rcx,%rdi)
	vmovaps	-24576(%rsi), %ymm0
	vmovaps	-24544(%rsi), %ymm1
	vmovups	%ymm1, -352(%rcx,%rdi)
	vmovups	%ymm0, -384(%rcx,%rdi)
	vmovaps	-20480(%rsi), %ymm0
	vmovaps	-20448(%rsi), %ymm1
	vmovups	%ymm1, -288(%rcx,%rdi)
	vmovups	%ymm0, -320(%rcx,%rdi)
	vmovaps	-16384(%rsi), %ymm0
	vmovaps	-16352(%rsi), %ymm1
	vmovups	%ymm1, -224(%rcx,%rdi)
	vmovups	%ymm0, -256(%rcx,%rdi)
	vmovaps	-12288(%rsi), %ymm0
	vmovaps	-12256(%rsi), %ymm1
	vmovups	%ymm1, -160(%rcx,%rdi)
	vmovups	%ymm0, -192(%rcx,%rdi)
	vmovaps	-8192(%rsi), %ymm0
	vmovaps	-8160(%rsi), %ymm1
	vmovups	%ymm1, -96(%rcx,%rdi)
	vmovups	%ymm0, -128(%rcx,%rdi)
	vmovaps	-4096(%rsi), %ymm0
	vmovaps	-4064(%rsi), %ymm1
	vmovups	%ymm1, -32(%rcx,%rdi)
	vmovups	%ymm0, -64(%rcx,%rdi)
	vmovaps	(%rsi), %ymm0
	vmovaps	32(%rsi), %ymm1
	vmovups	%ymm1, 32(%rcx,%rdi)
	vmovups	%ymm0, (%rcx,%rdi)
	addq	$512, %rdi
	addq	$32768, %rsi
	cmpq	$65536, %rdi
	jne	.LBB3_4
	incq	%rdx
	addq	$65536, %rcx
	addq	$64, %r13
	cmpq	$64, %rdx
	jne	.LBB3_3
	addq	$12288, %r12
	xorl	%ecx, %ecx
	movq	%rax, %rdx
.LBB3_7:
	xorl	%esi, %esi
.LBB3_8:
	vmovaps	-12288(%r12,%rsi), %ymm0
	vmovaps	-8192(%r12,%rsi), %ymm1
	vmovaps	-4096(%r12,%rsi), %ymm2
	vmovaps	(%r12,%rsi), %ymm3
	vmovaps	(%r12,%rsi), %xmm4
	vmovaps	-4096(%r12,%rsi), %xmm5
	vunpcklps	%xmm4, %xmm5, %xmm6
	vpermpd	$96, %ymm6, %ymm6
	vmovaps	-8192(%r12,%rsi), %xmm7
	vmovaps	-12288(%r12,%rsi), %xmm8
	vunpcklps	%xmm7, %xmm8, %xmm9
	vpermpd	$212, %ymm9, %ymm9
	vblendps	$204, %ymm6, %ymm9, %ymm6
	vunpckhps	%xmm4, %xmm5, %xmm4
	vpermpd	$96, %ymm4, %ymm4
	vunpckhps	%xmm7, %xmm8, %xmm5
	vpermpd	$212, %ymm5, %ymm5
	vblendps	$204, %ymm4, %ymm5, %ymm4
	vunpckhps	%ymm3, %ymm2, %ymm5
	vpermpd	$232, %ymm5, %ymm5
	vunpckhps	%ymm1, %ymm0, %ymm7
	vpermpd	$246, %ymm7, %ymm7
	vblendps	$204, %ymm5, %ymm7, %ymm5
	vunpcklps	%ymm3, %ymm2, %ymm2
	vpermpd	$232, %ymm2, %ymm2
	vunpcklps	%ymm1, %ymm0, %ymm0
	vpermpd	$246, %ymm0, %ymm0
	vblendps	$204, %ymm2, %ymm0, %ymm0
	vmovups	%ymm0, 64(%rdx,%rsi,4)
	vmovups	%ymm5, 96(%rdx,%rsi,4)
	vmovups	%ymm4, 32(%rdx,%rsi,4)
	vmovups	%ymm6, (%rdx,%rsi,4)
	addq	$32, %rsi
	cmpq	$4096, %rsi
	jne	.LBB3_8
	incq	%rcx
	addq	$16384, %rdx
	addq	$16384, %r12
	cmpq	$256, %rcx
	jne	.LBB3_7
	movq	%rax, %rdi
	addq	$28, %rdi
	movq	%r14, %rcx
	addq	$64, %rcx
	movq	%rcx, 48(%rsp)
	xorl	%r8d, %r8d
	vmovaps	.LCPI3_0(%rip), %ymm0
	vxorps	%xmm1, %xmm1, %xmm1
	vmovaps	.LCPI3_1(%rip), %ymm2
.LBB3_11:
	movl	%ebp, 12(%rsp)
	movq	%r8, %rcx
	shlq	$18, %rcx
	movq	%rcx, 32(%rsp)
	movq	%r8, 40(%rsp)
	shlq	$16, %r8
	movq	48(%rsp), %r13
	xorl	%r12d, %r12d
.LBB3_12:
	movq	%r12, %r11
	shlq	$8, %r11
	addq	32(%rsp), %r11
	movq	%r12, 16(%rsp)
	shlq	$16, %r12
	movq	%r13, 24(%rsp)
	xorl	%edx, %edx
.LBB3_13:
	movq	%rdx, %rbx
	shlq	$6, %rbx
	addq	%r11, %rbx
	movq	%rdx, %rbp
	shlq	$14, %rbp
	addq	%r12, %rbp
	movq	%rdi, %rcx
	xorl	%esi, %esi
.LBB3_14:
	movq	%rsi, %r9
	shlq	$14, %r9
	addq	%rbx, %r9
	movq	%rsi, %r10
	shlq	$12, %r10
	addq	%r8, %r10
	vmovsd	24(%r14,%rbp,4), %xmm3
	vbroadcastf128	4(%r14,%rbp,4), %ymm4
	vinsertf128	$1, %xmm3, %ymm0, %ymm3
	vblendps	$48, %ymm3, %ymm4, %ymm3
	vpermilps	%ymm0, %ymm3, %ymm3
	vmovss	(%r14,%rbp,4), %xmm4
	vblendps	$1, %ymm4, %ymm3, %ymm3
	vbroadcastss	20(%r14,%rbp,4), %ymm4
	vblendps	$32, %ymm4, %ymm3, %ymm4
	vmovups	32(%r14,%rbp,4), %ymm3
	vbroadcastss	(%rax,%r10,4), %ymm5
	vmovaps	%ymm4, %ymm6
	vfmadd213ps	%ymm1, %ymm5, %ymm6
	vfmadd213ps	%ymm1, %ymm3, %ymm5
	vbroadcastss	4(%rax,%r10,4), %ymm7
	vmovaps	%ymm4, %ymm8
	vfmadd213ps	%ymm1, %ymm7, %ymm8
	vfmadd213ps	%ymm1, %ymm3, %ymm7
	vbroadcastss	8(%rax,%r10,4), %ymm9
	vmovaps	%ymm4, %ymm10
	vfmadd213ps	%ymm1, %ymm9, %ymm10
	vfmadd213ps	%ymm1, %ymm3, %ymm9
	vbroadcastss	12(%rax,%r10,4), %ymm11
	vfmadd213ps	%ymm1, %ymm11, %ymm4
	vfmadd213ps	%ymm1, %ymm11, %ymm3
	xorl	%r10d, %r10d
.LBB3_15:
	vmovups	(%r13,%r10,4), %ymm11
	vbroadcastss	-12(%rcx,%r10), %ymm12
	vfmadd231ps	%ymm11, %ymm12, %ymm6
	vmovups	32(%r13,%r10,4), %ymm13
	vfmadd231ps	%ymm12, %ymm13, %ymm5
	vbroadcastss	-8(%rcx,%r10), %ymm12
	vfmadd231ps	%ymm11, %ymm12, %ymm8
	vfmadd231ps	%ymm12, %ymm13, %ymm7
	vmovsd	4(%r13,%r10,4), %xmm12
	vinsertps	$32, 12(%r13,%r10,4), %xmm12, %xmm12
	vbroadcastss	-4(%rcx,%r10), %ymm14
	vfmadd231ps	%ymm13, %ymm14, %ymm9
	vblendps	$8, 16(%r13,%r10,4), %xmm12, %xmm12
	vpermps	%ymm12, %ymm2, %ymm12
	vblendps	$113, %ymm11, %ymm12, %ymm12
	vfmadd231ps	%ymm12, %ymm14, %ymm10
	vbroadcastss	(%rcx,%r10), %ymm12
	vfmadd231ps	%ymm11, %ymm12, %ymm4
	vfmadd231ps	%ymm13, %ymm12, %ymm3
	addq	$16, %r10
	cmpq	$16368, %r10
	jne	.LBB3_15
	vmovaps	%ymm6, (%r15,%r9)
	vmovaps	%ymm5, 32(%r15,%r9)
	vmovaps	%ymm8, 4096(%r15,%r9)
	vmovaps	%ymm7, 4128(%r15,%r9)
	vmovaps	%ymm10, 8192(%r15,%r9)
	vmovaps	%ymm9, 8224(%r15,%r9)
	vmovaps	%ymm4, 12288(%r15,%r9)
	vmovaps	%ymm3, 12320(%r15,%r9)
	incq	%rsi
	addq	$16384, %rcx
	cmpq	$16, %rsi
	jne	.LBB3_14
	incq	%rdx
	addq	$65536, %r13
	cmpq	$4, %rdx
	jne	.LBB3_13
	movq	16(%rsp), %r12
	incq	%r12
	movq	24(%rsp), %r13
	addq	$262144, %r13
	cmpq	$16, %r12
	jne	.LBB3_12
	movq	40(%rsp), %r8
	incq	%r8
	addq	$262144, %rdi
	cmpq	$16, %r8
	movl	12(%rsp), %ebp
	jne	.LBB3_11
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %rbx
	movl	$1, %edi
	movl	%ebp, %esi
	movq	%rax, %rdx
	vzeroupper
	callq	*(%rbx)
	testl	%eax, %eax
	jne	.LBB3_22
	movl	$1, %edi
	movl	%ebp, %esi
	movq	%r14, %rdx
	callq	*(%rbx)
	xorl	%ecx, %ecx
	negl	%eax
	sbbl	%ecx, %ecx
	movl	%ecx, 8(%rsp)
.LBB3_22:
	movl	8(%rsp), %eax
	addq	$56, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
