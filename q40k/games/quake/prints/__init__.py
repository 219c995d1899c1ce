"""What Quake 40K prints at true scale: portals, tokens, templates, cards, the arena, sheets."""
