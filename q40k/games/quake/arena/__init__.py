"""The board: bases, tiles and footprints. Centimetres, unless a name says inches."""
