"""The static site: every ladder's page, the guides, the results and the exercises, with a search.

It is a folder of files with relative links, so it works from a local disk and from any host.
"""
