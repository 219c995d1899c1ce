"""The map on the screen: it draws any scene in any window.

`port` is the window (centimetres to characters), `ground` draws what never moves, `draw` makes cells of
all of it; its `Painter` needs no screen, so it is tested and measured without one. `fields` take a place
or a template; they know no widget and work without a map. `view` shows cells and turns keys and clicks
into places, beside the feed or in a `screen` of its own. A game says what lies where, what dragging
means and what its signs are by `MapParts` (`parts`).
"""
