"""The screens of shooting."""
