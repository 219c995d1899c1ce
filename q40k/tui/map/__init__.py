"""The map on the screen: any scene, any window."""
