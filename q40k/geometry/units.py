"""Inches and centimetres as separate types, so that no length is used unconverted."""

from __future__ import annotations

from typing import NewType

Inches = NewType("Inches", float)
Centimetres = NewType("Centimetres", float)

CM_PER_INCH = 2.54


def to_inches(length: Centimetres) -> Inches:
    """Convert centimetres to inches."""
    return Inches(length / CM_PER_INCH)


def to_cm(length: Inches) -> Centimetres:
    """Convert inches to centimetres."""
    return Centimetres(length * CM_PER_INCH)


def base_radius_cm(base_mm: int) -> Centimetres:
    """Return the radius in centimetres of a round base with a diameter in millimetres."""
    return Centimetres(base_mm / 20)
