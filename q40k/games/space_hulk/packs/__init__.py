"""What the packs of Space Hulk may say: boards and missions."""
