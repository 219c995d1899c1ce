"""Shooting: storm bolter, assault cannon, heavy flamer; overwatch, jams, fire."""
