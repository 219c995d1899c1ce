"""The map on the screen: it draws any scene in any window."""
