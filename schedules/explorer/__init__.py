"""The explorer page: every rung at every level, as one offline file or live on this machine."""
