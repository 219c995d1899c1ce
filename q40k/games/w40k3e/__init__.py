"""Warhammer 40,000, 3rd edition: what the dice need. It knows nothing of Quake 40K."""
