"""Inches and centimetres, so that one never meets the other unconverted."""

from __future__ import annotations

from typing import NewType

Inches = NewType("Inches", float)
Centimetres = NewType("Centimetres", float)

CM_PER_INCH = 2.54


def to_inches(length: Centimetres) -> Inches:
    """A length in centimetres, in inches."""
    return Inches(length / CM_PER_INCH)


def to_cm(length: Inches) -> Centimetres:
    """A length in inches, in centimetres."""
    return Centimetres(length * CM_PER_INCH)


def base_radius_cm(base_mm: int) -> Centimetres:
    """The radius in centimetres of a round base of `base_mm` millimetres across."""
    return Centimetres(base_mm / 20)
