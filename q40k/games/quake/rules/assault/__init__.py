"""ASSAULT: charges, and the odds that they arrive."""
