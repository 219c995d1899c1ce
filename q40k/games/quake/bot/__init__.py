"""The bot of Quake 40K: candidates, what each is worth, and answers to every question of the rules."""
