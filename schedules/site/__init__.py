"""The static site: every ladder's page, the guides, the results and the exercises, to be searched.

It is a folder of files with relative links, so it works from a disk as from any host.
"""
