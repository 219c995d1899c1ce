"""BARRELS: set out, hit, exploding, burning."""
