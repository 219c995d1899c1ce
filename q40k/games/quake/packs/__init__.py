"""What the packs of Quake 40K may say: champions, weapons, bonus tables, arenas and mods."""
