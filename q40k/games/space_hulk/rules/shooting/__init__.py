"""Shooting: fire the storm bolter, assault cannon and heavy flamer; overwatch, jams, fire."""
