"""Search spaces, one a file; tune.space finds them."""
