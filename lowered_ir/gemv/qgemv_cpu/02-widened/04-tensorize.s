# gemv/qgemv_cpu:widened:tensorize
# y[n] = x_scale sum_k scale[n] (code[n,k] - 128) x[k], N,K = 16384,16384, int8 and int8 -> int32 -> float32
# why: bytes are widened to multiply 64 codes and adds by fours to the lanes
# target: llvm cascadelake

main_compute_:
	vpxor	%xmm0, %xmm0, %xmm0
	xorl	%eax, %eax
	vpxor	%xmm1, %xmm1, %xmm1
	vpxor	%xmm2, %xmm2, %xmm2
	vpxor	%xmm3, %xmm3, %xmm3
.LBB3_1:
	vpmovsxbd	(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm0, %ymm0
	vpmovsxbd	8(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm1, %ymm1
	vpmovsxbd	16(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm2, %ymm2
	vpmovsxbd	24(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm3, %ymm3
	vpmovsxbd	32(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm0, %ymm0
	vpmovsxbd	40(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm1, %ymm1
	vpmovsxbd	48(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm2, %ymm2
	vpmovsxbd	56(%rsi,%rax), %ymm4
	vpaddd	%ymm4, %ymm3, %ymm3
	addq	$64, %rax
	cmpq	$16384, %rax
	jne	.LBB3_1
	vpaddd	%ymm0, %ymm1, %ymm0
	vpaddd	%ymm0, %ymm2, %ymm0
	vpaddd	%ymm0, %ymm3, %ymm0
	vextracti128	$1, %ymm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vpshufd	$238, %xmm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vpsrlq	$32, %xmm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vmovd	%xmm0, %eax
	vmovss	(%rcx), %xmm0
	shll	$7, %eax
	xorl	%ecx, %ecx
.LBB3_3:
	vpxor	%xmm1, %xmm1, %xmm1
	xorl	%r9d, %r9d
.LBB3_4:
	vpmovsxbd	48(%rsi,%r9), %zmm2
	vpmovsxbd	32(%rsi,%r9), %zmm3
	vpmovsxbd	16(%rsi,%r9), %zmm4
	vpmovsxbd	(%rsi,%r9), %zmm5
	vpmovzxbd	48(%rdi,%r9), %zmm6
	vpmaddwd	%zmm2, %zmm6, %zmm2
	vpmovzxbd	32(%rdi,%r9), %zmm6
	vpmaddwd	%zmm3, %zmm6, %zmm3
	vpmovzxbd	16(%rdi,%r9), %zmm6
	vpmaddwd	%zmm4, %zmm6, %zmm4
	vpmovzxbd	(%rdi,%r9), %zmm6
	vpdpwssd	%zmm5, %zmm6, %zmm1
	vpaddd	%zmm4, %zmm1, %zmm1
	vpaddd	%zmm3, %zmm1, %zmm1
	vpaddd	%zmm2, %zmm1, %zmm1
	addq	$64, %r9
	cmpq	$16384, %r9
	jne	.LBB3_4
	vextracti64x4	$1, %zmm1, %ymm2
	vpaddd	%zmm2, %zmm1, %zmm1
	vextracti128	$1, %ymm1, %xmm2
	vpaddd	%xmm2, %xmm1, %xmm1
	vpshufd	$238, %xmm1, %xmm2
	vpaddd	%xmm2, %xmm1, %xmm1
	vpsrlq	$32, %xmm1, %xmm2
	vpaddd	%xmm2, %xmm1, %xmm1
	vmovd	%xmm1, %r9d
	subl	%eax, %r9d
	vmulss	(%rdx,%rcx,4), %xmm0, %xmm1
	vcvtsi2ss	%r9d, %xmm15, %xmm2
	vmulss	%xmm2, %xmm1, %xmm1
	vmovss	%xmm1, (%r8,%rcx,4)
	incq	%rcx
	addq	$16384, %rdi
	cmpq	$16384, %rcx
	jne	.LBB3_3
	vzeroupper
	retq
