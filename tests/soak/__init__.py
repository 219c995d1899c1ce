"""Evenings at random: every mod, every accident, and what must hold after each step."""
