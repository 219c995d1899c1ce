"""Bases, shapes, paths, sight and templates. It knows no game.

A base is a spine and a radius (round: a point; oval: a bar with round ends), so distances, contact and
"under a template" are exact arithmetic. `field` holds ground, compiled once, and the figures on it.
`surfaces` is the one place that knows heights: what one can stand on, what a walk climbs, what lies in
a gap. `wedges` looks from every eye at every base in one pass over arrays: whatever is wholly in front
of a base hides a wedge of it, whose area has a closed form; polygons are cut only where a shadow ends
in the middle of a base. Shapely and numpy are imported by the first check that needs them.
"""
