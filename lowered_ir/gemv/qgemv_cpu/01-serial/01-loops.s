# gemv/qgemv_cpu:serial:loops
# y[n] = x_scale sum_k scale[n] (code[n,k] - 128) x[k], N,K = 16384,16384, int8 and int8 -> int32 -> float32
# why: as the computation states it: y_sum[n] is zeroed at k = 0
# target: llvm cascadelake

main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$40, %rsp
	movq	%r9, %rbx
	movq	%r8, %r13
	movq	%rcx, %r14
	movq	%rdx, %r12
	movq	%rsi, %r15
	movl	%edi, %ebp
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rax
	movl	$65536, %edx
	movl	$1, %edi
	movl	%ebp, %esi
	xorl	%ecx, %ecx
	movl	$32, %r8d
	callq	*(%rax)
	movl	$-1, %ecx
	testq	%rax, %rax
	jne	.LBB3_1
.LBB3_11:
	movl	%ecx, %eax
	addq	$40, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
.LBB3_1:
	movq	%r13, 16(%rsp)
	movq	%r14, 24(%rsp)
	movl	%ebp, 8(%rsp)
	movq	%rbx, 32(%rsp)
	vpmovsxbd	16369(%r12), %ymm0
	vpmovsxbd	16361(%r12), %ymm1
	movsbl	(%r12), %ecx
	movl	%ecx, 4(%rsp)
	vpmovsxbd	16353(%r12), %ymm2
	movsbl	16377(%r12), %ecx
	movl	%ecx, 12(%rsp)
	movsbl	16378(%r12), %esi
	movsbl	16379(%r12), %edi
	movsbl	16380(%r12), %r8d
	movsbl	16381(%r12), %r9d
	movsbl	16382(%r12), %r10d
	movsbl	16383(%r12), %r11d
	vpmovdw	%ymm0, %xmm0
	xorl	%r14d, %r14d
	vpmovdw	%ymm1, %xmm1
	vpmovdw	%ymm2, %xmm2
	vpxor	%xmm3, %xmm3, %xmm3
	movq	%r15, %r13
.LBB3_2:
	movq	%r14, %rbx
	shlq	$14, %rbx
	movzbl	(%r15,%rbx), %ecx
	imull	4(%rsp), %ecx
	vmovd	%ecx, %xmm4
	vpxor	%xmm5, %xmm5, %xmm5
	movl	$25, %ecx
	vpxor	%xmm6, %xmm6, %xmm6
	vpxor	%xmm7, %xmm7, %xmm7
.LBB3_3:
	vpmovsxbd	-24(%r12,%rcx), %ymm8
	vpmovsxbd	-16(%r12,%rcx), %ymm9
	vpmovsxbd	-8(%r12,%rcx), %ymm10
	vpmovsxbd	(%r12,%rcx), %ymm11
	vpmovzxbd	-24(%r13,%rcx), %ymm12
	vpdpwssd	%ymm8, %ymm12, %ymm4
	vpmovzxbd	-16(%r13,%rcx), %ymm8
	vpdpwssd	%ymm9, %ymm8, %ymm5
	vpmovzxbd	-8(%r13,%rcx), %ymm8
	vpdpwssd	%ymm10, %ymm8, %ymm6
	vpmovzxbd	(%r13,%rcx), %ymm8
	vpdpwssd	%ymm11, %ymm8, %ymm7
	addq	$32, %rcx
	cmpq	$16377, %rcx
	jne	.LBB3_3
	vpmovzxbw	16369(%r15,%rbx), %xmm8
	vpmovzxbw	16361(%r15,%rbx), %xmm9
	vpmaddwd	%xmm0, %xmm8, %xmm8
	vpmaddwd	%xmm1, %xmm9, %xmm9
	vpmovzxbw	16353(%r15,%rbx), %xmm10
	vpmaddwd	%xmm2, %xmm10, %xmm10
	vpaddd	%ymm4, %ymm5, %ymm4
	vpaddd	%ymm6, %ymm7, %ymm5
	vpaddd	%ymm4, %ymm5, %ymm4
	vextracti128	$1, %ymm4, %xmm5
	vpaddd	%xmm5, %xmm4, %xmm4
	vpshufd	$238, %xmm4, %xmm5
	vpaddd	%xmm5, %xmm4, %xmm4
	vpsrlq	$32, %xmm4, %xmm5
	vpaddd	%xmm5, %xmm4, %xmm4
	vpblendd	$1, %xmm4, %xmm3, %xmm4
	vpaddd	%xmm4, %xmm10, %xmm4
	vpaddd	%xmm4, %xmm9, %xmm4
	vpaddd	%xmm4, %xmm8, %xmm4
	vpshufd	$238, %xmm4, %xmm5
	vpaddd	%xmm5, %xmm4, %xmm4
	vpsrlq	$32, %xmm4, %xmm5
	vpaddd	%xmm5, %xmm4, %xmm4
	vmovd	%xmm4, %ecx
	movzbl	16377(%r15,%rbx), %ebp
	imull	12(%rsp), %ebp
	movzbl	16378(%r15,%rbx), %edx
	imull	%esi, %edx
	addl	%ebp, %edx
	movzbl	16379(%r15,%rbx), %ebp
	imull	%edi, %ebp
	addl	%edx, %ebp
	movzbl	16380(%r15,%rbx), %edx
	imull	%r8d, %edx
	addl	%ebp, %edx
	movzbl	16381(%r15,%rbx), %ebp
	imull	%r9d, %ebp
	addl	%edx, %ebp
	movzbl	16382(%r15,%rbx), %edx
	imull	%r10d, %edx
	addl	%ebp, %edx
	movzbl	16383(%r15,%rbx), %ebx
	imull	%r11d, %ebx
	addl	%edx, %ebx
	addl	%ecx, %ebx
	movl	%ebx, (%rax,%r14,4)
	incq	%r14
	addq	$16384, %r13
	cmpq	$16384, %r14
	jne	.LBB3_2
	vmovd	4(%rsp), %xmm1
	vpxor	%xmm0, %xmm0, %xmm0
	movl	$57, %ecx
	vpxor	%xmm2, %xmm2, %xmm2
	vpxor	%xmm3, %xmm3, %xmm3
.LBB3_6:
	vpmovsxbd	-56(%r12,%rcx), %ymm4
	vpaddd	%ymm4, %ymm1, %ymm1
	vpmovsxbd	-48(%r12,%rcx), %ymm4
	vpmovsxbd	-40(%r12,%rcx), %ymm5
	vpaddd	%ymm4, %ymm0, %ymm0
	vpaddd	%ymm5, %ymm2, %ymm2
	vpmovsxbd	-32(%r12,%rcx), %ymm4
	vpaddd	%ymm4, %ymm3, %ymm3
	cmpq	$16377, %rcx
	je	.LBB3_8
	vpmovsxbd	-24(%r12,%rcx), %ymm4
	vpmovsxbd	-16(%r12,%rcx), %ymm5
	vpmovsxbd	-8(%r12,%rcx), %ymm6
	vpmovsxbd	(%r12,%rcx), %ymm7
	vpaddd	%ymm4, %ymm1, %ymm1
	vpaddd	%ymm5, %ymm0, %ymm0
	vpaddd	%ymm6, %ymm2, %ymm2
	vpaddd	%ymm7, %ymm3, %ymm3
	addq	$64, %rcx
	jmp	.LBB3_6
.LBB3_8:
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
	vpmovsxbd	16353(%r12), %ymm1
	vpmovsxbd	16361(%r12), %ymm2
	vpaddd	%ymm2, %ymm1, %ymm1
	vpmovsxbd	16369(%r12), %ymm2
	vpaddd	%ymm2, %ymm1, %ymm1
	vpaddd	%ymm1, %ymm0, %ymm0
	vextracti128	$1, %ymm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vpshufd	$238, %xmm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vpsrlq	$32, %xmm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vmovd	%xmm0, %ecx
	movsbl	16377(%r12), %edx
	movsbl	16378(%r12), %esi
	addl	%edx, %esi
	movsbl	16379(%r12), %edx
	addl	%esi, %edx
	movsbl	16380(%r12), %esi
	addl	%edx, %esi
	movsbl	16381(%r12), %edx
	addl	%esi, %edx
	movsbl	16382(%r12), %esi
	addl	%edx, %esi
	movsbl	16383(%r12), %edx
	addl	%esi, %edx
	addl	%ecx, %edx
	shll	$7, %edx
	movq	16(%rsp), %rcx
	vbroadcastss	(%rcx), %ymm0
	vpbroadcastd	%edx, %ymm1
	movl	$24, %ecx
	movq	32(%rsp), %rdx
	movq	24(%rsp), %rsi
.LBB3_9:
	vmulps	-96(%rsi,%rcx,4), %ymm0, %ymm2
	vmulps	-64(%rsi,%rcx,4), %ymm0, %ymm3
	vmulps	-32(%rsi,%rcx,4), %ymm0, %ymm4
	vmulps	(%rsi,%rcx,4), %ymm0, %ymm5
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
	vmovaps	%ymm2, -96(%rdx,%rcx,4)
	vmovaps	%ymm3, -64(%rdx,%rcx,4)
	vmovaps	%ymm4, -32(%rdx,%rcx,4)
	vmovaps	%ymm5, (%rdx,%rcx,4)
	addq	$32, %rcx
	cmpq	$16408, %rcx
	jne	.LBB3_9
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %rcx
	movl	$1, %edi
	movl	8(%rsp), %esi
	movq	%rax, %rdx
	vzeroupper
	callq	*(%rcx)
	xorl	%ecx, %ecx
	negl	%eax
	sbbl	%ecx, %ecx
	jmp	.LBB3_11
