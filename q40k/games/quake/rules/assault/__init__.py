"""ASSAULT: charges, and how likely they are to get there."""
