"""What the screens show of Quake 40K: its forms, its panels, its map."""
