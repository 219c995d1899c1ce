"""Blips and stealers: entries, conversion, reaction windows."""
