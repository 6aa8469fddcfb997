# gemv/qgemv_cpu:row_tile:rfactor
# y[n] = x_scale sum_k scale[n] (code[n,k] - 128) x[k], N,K = 16384,16384, int8 and int8 -> int32 -> float32
# why: 16 accumulators; four adjacent elements go to the same one
# target: llvm cascadelake

.LCPI3_0:
	.quad	0
	.quad	1
	.quad	2
	.quad	3
	.quad	4
	.quad	5
	.quad	6
	.quad	7
.LCPI3_1:
	.quad	8
main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$24, %rsp
	movq	%r9, %r15
	movq	%r8, %rbx
	movq	%rcx, %r13
	movq	%rdx, %r14
	movq	%rsi, %rbp
	movl	%edi, %r12d
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rax
	movl	$1048576, %edx
	movl	$1, %edi
	movl	%r12d, %esi
	xorl	%ecx, %ecx
	movl	$32, %r8d
	callq	*(%rax)
	movq	%rax, %rcx
	movl	$-1, %eax
	testq	%rcx, %rcx
	jne	.LBB3_1
.LBB3_16:
	addq	$24, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
.LBB3_1:
	movq	%rcx, 16(%rsp)
	movl	$65536, %edx
	movl	$1, %edi
	movl	%r12d, 12(%rsp)
	movl	%r12d, %esi
	xorl	%ecx, %ecx
	movl	$32, %r8d
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rax
	callq	*(%rax)
	testq	%rax, %rax
	jne	.LBB3_3
	movl	$-1, %eax
	jmp	.LBB3_16
.LBB3_3:
	vmovdqa	(%r14), %ymm0
	vmovdqa	32(%r14), %ymm3
	vpmovdb	%ymm0, %xmm1
	vpsrld	$8, %ymm0, %ymm2
	vpmovdb	%ymm2, %xmm2
	vpsrld	$16, %ymm0, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm5
	vpmovsxbd	%xmm1, %ymm0
	vpmovsxbd	%xmm2, %ymm1
	vpmovsxbd	%xmm4, %ymm2
	vpmovdb	%ymm3, %xmm4
	vpsrld	$8, %ymm3, %ymm6
	vpmovdb	%ymm6, %xmm6
	vpsrld	$16, %ymm3, %ymm7
	vpmovdb	%ymm7, %xmm7
	vpsrld	$24, %ymm3, %ymm3
	vpmovdb	%ymm3, %xmm8
	vpmovsxbd	%xmm5, %ymm3
	vpmovsxbd	%xmm4, %ymm4
	vpmovsxbd	%xmm6, %ymm5
	vpmovsxbd	%xmm7, %ymm6
	vpmovsxbd	%xmm8, %ymm7
	xorl	%ecx, %ecx
	movq	%rbp, %rdx
.LBB3_4:
	movq	%rcx, %rdi
	shlq	$14, %rdi
	vmovdqa	(%rbp,%rdi), %ymm8
	movq	%rcx, %rsi
	vpmovdb	%ymm8, %xmm9
	vpsrld	$8, %ymm8, %ymm10
	vpmovdb	%ymm10, %xmm10
	vpsrld	$16, %ymm8, %ymm11
	vpmovdb	%ymm11, %xmm11
	vpsrld	$24, %ymm8, %ymm8
	vpmovdb	%ymm8, %xmm8
	shlq	$6, %rsi
	vpmovzxbd	%xmm9, %ymm9
	vpmaddwd	%ymm0, %ymm9, %ymm9
	vpmovzxbd	%xmm10, %ymm10
	vpmaddwd	%ymm1, %ymm10, %ymm10
	vpaddd	%ymm9, %ymm10, %ymm9
	vpmovzxbd	%xmm11, %ymm10
	vpmaddwd	%ymm2, %ymm10, %ymm10
	vpaddd	%ymm10, %ymm9, %ymm9
	vpmovzxbd	%xmm8, %ymm8
	vpmaddwd	%ymm3, %ymm8, %ymm8
	vpaddd	%ymm8, %ymm9, %ymm8
	movq	16(%rsp), %r8
	vmovdqu	%ymm8, (%r8,%rsi)
	vmovdqa	32(%rbp,%rdi), %ymm9
	vpmovdb	%ymm9, %xmm10
	vpsrld	$8, %ymm9, %ymm11
	vpmovdb	%ymm11, %xmm11
	vpsrld	$16, %ymm9, %ymm12
	vpmovdb	%ymm12, %xmm12
	vpsrld	$24, %ymm9, %ymm9
	vpmovdb	%ymm9, %xmm9
	vpmovzxbd	%xmm10, %ymm10
	vpmaddwd	%ymm4, %ymm10, %ymm10
	vpmovzxbd	%xmm11, %ymm11
	vpmaddwd	%ymm5, %ymm11, %ymm11
	vpaddd	%ymm10, %ymm11, %ymm10
	vpmovzxbd	%xmm12, %ymm11
	vpmaddwd	%ymm6, %ymm11, %ymm11
	vpaddd	%ymm11, %ymm10, %ymm10
	vpmovzxbd	%xmm9, %ymm9
	vpmaddwd	%ymm7, %ymm9, %ymm9
	vpaddd	%ymm9, %ymm10, %ymm9
	vmovdqu	%ymm9, 32(%r8,%rsi)
	movl	$96, %edi
	movq	%r14, %r8
.LBB3_5:
	vmovdqa	-32(%r8,%rdi), %ymm10
	vmovdqa	(%r8,%rdi), %ymm11
	vpmovdb	%ymm10, %xmm12
	vpsrld	$8, %ymm10, %ymm13
	vpmovdb	%ymm13, %xmm13
	vpsrld	$16, %ymm10, %ymm14
	vpmovdb	%ymm14, %xmm14
	vpsrld	$24, %ymm10, %ymm10
	vpmovdb	%ymm10, %xmm10
	vmovdqa	-32(%rdx,%rdi), %ymm15
	vmovdqa64	(%rdx,%rdi), %ymm16
	vpmovdb	%ymm15, %xmm17
	vpsrld	$8, %ymm15, %ymm18
	vpmovdb	%ymm18, %xmm18
	vpsrld	$16, %ymm15, %ymm19
	vpmovdb	%ymm19, %xmm19
	vpsrld	$24, %ymm15, %ymm15
	vpmovdb	%ymm15, %xmm15
	vpmovsxbd	%xmm12, %ymm12
	vpmovzxbd	%xmm17, %ymm17
	vpdpwssd	%ymm12, %ymm17, %ymm8
	vpmovsxbd	%xmm13, %ymm12
	vpmovzxbd	%xmm18, %ymm13
	vpmaddwd	%ymm12, %ymm13, %ymm12
	vpaddd	%ymm12, %ymm8, %ymm8
	vpmovsxbd	%xmm14, %ymm12
	vpmovzxbd	%xmm19, %ymm13
	vpmaddwd	%ymm12, %ymm13, %ymm12
	vpaddd	%ymm12, %ymm8, %ymm8
	vpmovsxbd	%xmm10, %ymm10
	vpmovzxbd	%xmm15, %ymm12
	vpmaddwd	%ymm10, %ymm12, %ymm10
	vpaddd	%ymm10, %ymm8, %ymm8
	vpmovdb	%ymm11, %xmm10
	vpsrld	$8, %ymm11, %ymm12
	vpmovdb	%ymm12, %xmm12
	vpsrld	$16, %ymm11, %ymm13
	vpmovdb	%ymm13, %xmm13
	vpsrld	$24, %ymm11, %ymm11
	vpmovdb	%ymm11, %xmm11
	vpmovsxbd	%xmm10, %ymm10
	vpmovdb	%ymm16, %xmm14
	vpsrld	$8, %ymm16, %ymm15
	vpmovdb	%ymm15, %xmm15
	vpsrld	$16, %ymm16, %ymm17
	vpmovdb	%ymm17, %xmm17
	vpsrld	$24, %ymm16, %ymm16
	vpmovdb	%ymm16, %xmm16
	vpmovzxbd	%xmm14, %ymm14
	vpdpwssd	%ymm10, %ymm14, %ymm9
	vpmovsxbd	%xmm12, %ymm10
	vpmovzxbd	%xmm15, %ymm12
	vpmaddwd	%ymm10, %ymm12, %ymm10
	vpaddd	%ymm10, %ymm9, %ymm9
	vpmovsxbd	%xmm13, %ymm10
	vpmovzxbd	%xmm17, %ymm12
	vpmaddwd	%ymm10, %ymm12, %ymm10
	vpaddd	%ymm10, %ymm9, %ymm9
	vpmovsxbd	%xmm11, %ymm10
	vpmovzxbd	%xmm16, %ymm11
	vpmaddwd	%ymm10, %ymm11, %ymm10
	vpaddd	%ymm10, %ymm9, %ymm9
	addq	$64, %rdi
	cmpq	$16416, %rdi
	jne	.LBB3_5
	movq	16(%rsp), %rdi
	vmovdqu	%ymm8, (%rdi,%rsi)
	vmovdqu	%ymm9, 32(%rdi,%rsi)
	incq	%rcx
	addq	$16384, %rdx
	cmpq	$16384, %rcx
	jne	.LBB3_4
	vmovdqa64	.LCPI3_0(%rip), %zmm0
	xorl	%ecx, %ecx
	vpbroadcastq	.LCPI3_1(%rip), %zmm1
	movq	16(%rsp), %rdx
.LBB3_8:
	vpsllq	$4, %zmm0, %zmm2
	vpxor	%xmm3, %xmm3, %xmm3
	kxnorb	%k0, %k0, %k1
	vpgatherqd	(%rdx,%zmm2,4), %ymm3 {%k1}
	vpsllq	$6, %zmm0, %zmm2
	vpxor	%xmm4, %xmm4, %xmm4
	kxnorb	%k0, %k0, %k1
	vpgatherqd	4(%rdx,%zmm2), %ymm4 {%k1}
	vpxor	%xmm5, %xmm5, %xmm5
	kxnorb	%k0, %k0, %k1
	vpgatherqd	8(%rdx,%zmm2), %ymm5 {%k1}
	vpxor	%xmm6, %xmm6, %xmm6
	kxnorb	%k0, %k0, %k1
	vpgatherqd	12(%rdx,%zmm2), %ymm6 {%k1}
	vpxor	%xmm7, %xmm7, %xmm7
	kxnorb	%k0, %k0, %k1
	vpgatherqd	16(%rdx,%zmm2), %ymm7 {%k1}
	vpxor	%xmm8, %xmm8, %xmm8
	kxnorb	%k0, %k0, %k1
	vpgatherqd	20(%rdx,%zmm2), %ymm8 {%k1}
	vpxor	%xmm9, %xmm9, %xmm9
	kxnorb	%k0, %k0, %k1
	vpgatherqd	24(%rdx,%zmm2), %ymm9 {%k1}
	vpxor	%xmm10, %xmm10, %xmm10
	kxnorb	%k0, %k0, %k1
	vpgatherqd	28(%rdx,%zmm2), %ymm10 {%k1}
	vpxor	%xmm11, %xmm11, %xmm11
	kxnorb	%k0, %k0, %k1
	vpgatherqd	32(%rdx,%zmm2), %ymm11 {%k1}
	vpaddd	%ymm4, %ymm3, %ymm3
	vpxor	%xmm4, %xmm4, %xmm4
	kxnorb	%k0, %k0, %k1
	vpgatherqd	36(%rdx,%zmm2), %ymm4 {%k1}
	vpxor	%xmm12, %xmm12, %xmm12
	kxnorb	%k0, %k0, %k1
	vpgatherqd	40(%rdx,%zmm2), %ymm12 {%k1}
	vpaddd	%ymm6, %ymm5, %ymm5
	vpaddd	%ymm5, %ymm3, %ymm3
	vpaddd	%ymm7, %ymm8, %ymm5
	vpaddd	%ymm5, %ymm9, %ymm5
	vpxor	%xmm6, %xmm6, %xmm6
	kxnorb	%k0, %k0, %k1
	vpgatherqd	44(%rdx,%zmm2), %ymm6 {%k1}
	vpxor	%xmm7, %xmm7, %xmm7
	kxnorb	%k0, %k0, %k1
	vpgatherqd	48(%rdx,%zmm2), %ymm7 {%k1}
	vpaddd	%ymm5, %ymm3, %ymm3
	vpaddd	%ymm11, %ymm10, %ymm5
	vpaddd	%ymm4, %ymm5, %ymm4
	vpaddd	%ymm4, %ymm12, %ymm4
	vpxor	%xmm5, %xmm5, %xmm5
	kxnorb	%k0, %k0, %k1
	vpgatherqd	52(%rdx,%zmm2), %ymm5 {%k1}
	vpxor	%xmm8, %xmm8, %xmm8
	kxnorb	%k0, %k0, %k1
	vpgatherqd	56(%rdx,%zmm2), %ymm8 {%k1}
	vpaddd	%ymm4, %ymm3, %ymm3
	vpaddd	%ymm7, %ymm6, %ymm4
	vpaddd	%ymm5, %ymm4, %ymm4
	vpaddd	%ymm4, %ymm8, %ymm4
	vpxor	%xmm5, %xmm5, %xmm5
	kxnorb	%k0, %k0, %k1
	vpgatherqd	60(%rdx,%zmm2), %ymm5 {%k1}
	vpaddd	%ymm5, %ymm4, %ymm2
	vpaddd	%ymm2, %ymm3, %ymm2
	vmovdqu	%ymm2, (%rax,%rcx,4)
	addq	$8, %rcx
	vpaddq	%zmm1, %zmm0, %zmm0
	cmpq	$16384, %rcx
	jne	.LBB3_8
	movsbl	(%r14), %ecx
	vmovd	%ecx, %xmm1
	vpxor	%xmm0, %xmm0, %xmm0
	movl	$57, %ecx
	vpxor	%xmm2, %xmm2, %xmm2
	vpxor	%xmm3, %xmm3, %xmm3
.LBB3_10:
	vpmovsxbd	-56(%r14,%rcx), %ymm4
	vpaddd	%ymm4, %ymm1, %ymm1
	vpmovsxbd	-48(%r14,%rcx), %ymm4
	vpmovsxbd	-40(%r14,%rcx), %ymm5
	vpaddd	%ymm4, %ymm0, %ymm0
	vpaddd	%ymm5, %ymm2, %ymm2
	vpmovsxbd	-32(%r14,%rcx), %ymm4
	vpaddd	%ymm4, %ymm3, %ymm3
	cmpq	$16377, %rcx
	je	.LBB3_12
	vpmovsxbd	-24(%r14,%rcx), %ymm4
	vpmovsxbd	-16(%r14,%rcx), %ymm5
	vpmovsxbd	-8(%r14,%rcx), %ymm6
	vpmovsxbd	(%r14,%rcx), %ymm7
	vpaddd	%ymm4, %ymm1, %ymm1
	vpaddd	%ymm5, %ymm0, %ymm0
	vpaddd	%ymm6, %ymm2, %ymm2
	vpaddd	%ymm7, %ymm3, %ymm3
	addq	$64, %rcx
	jmp	.LBB3_10
.LBB3_12:
	vpaddd	%ymm1, %ymm0, %ymm0
	vpaddd	%ymm0, %ymm2, %ymm0
	vpaddd	%ymm0, %ymm3, %ymm0
	vextracti128	$1, %ymm0, %xmm1
	vpaddd	%ymm1, %ymm0, %ymm0
	vpshufd	$238, %xmm0, %xmm1
	vpaddd	%ymm1, %ymm0, %ymm0
	vpsrlq	$32, %xmm0, %xmm1
	vpaddd	%ymm1, %ymm0, %ymm0
	vpxor	%xmm1, %xmm1, %xmm1
	vpblendd	$1, %xmm0, %xmm1, %xmm0
	vpmovsxbd	16353(%r14), %ymm1
	vpmovsxbd	16361(%r14), %ymm2
	vpaddd	%ymm2, %ymm1, %ymm1
	vpmovsxbd	16369(%r14), %ymm2
	vpaddd	%ymm2, %ymm1, %ymm1
	vpaddd	%ymm1, %ymm0, %ymm0
	vextracti128	$1, %ymm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vpshufd	$238, %xmm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vpsrlq	$32, %xmm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vmovd	%xmm0, %ecx
	movsbl	16377(%r14), %edx
	movsbl	16378(%r14), %esi
	addl	%edx, %esi
	movsbl	16379(%r14), %edx
	addl	%esi, %edx
	movsbl	16380(%r14), %esi
	addl	%edx, %esi
	movsbl	16381(%r14), %edx
	addl	%esi, %edx
	movsbl	16382(%r14), %esi
	addl	%edx, %esi
	movsbl	16383(%r14), %edx
	addl	%esi, %edx
	addl	%ecx, %edx
	shll	$7, %edx
	vbroadcastss	(%rbx), %ymm0
	vpbroadcastd	%edx, %ymm1
	movl	$24, %ecx
.LBB3_13:
	vmulps	-96(%r13,%rcx,4), %ymm0, %ymm2
	vmulps	-64(%r13,%rcx,4), %ymm0, %ymm3
	vmulps	-32(%r13,%rcx,4), %ymm0, %ymm4
	vmulps	(%r13,%rcx,4), %ymm0, %ymm5
	vmovdqu	-96(%rax,%rcx,4), %ymm6
	vmovdqu	-64(%rax,%rcx,4), %ymm7
	vmovdqu	-32(%rax,%rcx,4), %ymm8
	vmovdqu	(%rax,%rcx,4), %ymm9
	vpsubd	%ymm1, %ymm6, %ymm6
	vpsubd	%ymm1, %ymm7, %ymm7
	vpsubd	%ymm1, %ymm8, %ymm8
	vpsubd	%ymm1, %ymm9, %ymm9
	vcvtdq2ps	%ymm6, %ymm6
	vmulps	%ymm6, %ymm2, %ymm2
	vcvtdq2ps	%ymm7, %ymm6
	vmulps	%ymm6, %ymm3, %ymm3
	vcvtdq2ps	%ymm8, %ymm6
	vmulps	%ymm6, %ymm4, %ymm4
	vcvtdq2ps	%ymm9, %ymm6
	vmulps	%ymm6, %ymm5, %ymm5
	vmovaps	%ymm2, -96(%r15,%rcx,4)
	vmovaps	%ymm3, -64(%r15,%rcx,4)
	vmovaps	%ymm4, -32(%r15,%rcx,4)
	vmovaps	%ymm5, (%r15,%rcx,4)
	addq	$32, %rcx
	cmpq	$16408, %rcx
	jne	.LBB3_13
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %r14
	movl	$1, %edi
	movl	12(%rsp), %esi
	movq	%rax, %rdx
	vzeroupper
	callq	*(%r14)
	testl	%eax, %eax
	movl	$-1, %eax
	jne	.LBB3_16
	movl	$1, %edi
	movl	12(%rsp), %esi
	movq	16(%rsp), %rdx
	callq	*(%r14)
	movl	%eax, %ecx
	xorl	%eax, %eax
	negl	%ecx
	sbbl	%eax, %eax
	jmp	.LBB3_16
