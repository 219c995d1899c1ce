"""The board as plain geometry: squares, facings, sections, lines of sight and routes; no match
state.
"""
