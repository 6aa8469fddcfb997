"""Renderers: an analysis as a terminal table, JSON, notebook HTML, files."""
