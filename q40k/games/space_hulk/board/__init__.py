"""Squares, facings, sections, sight and routes: plain arithmetic on cells, no state of a match."""
