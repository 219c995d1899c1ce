"""The screens of close combat."""
