"""RESPAWN: the dead come back, and telefrag those in their portal."""
