"""RESPAWN: the dead come back, onto whoever stands there."""
