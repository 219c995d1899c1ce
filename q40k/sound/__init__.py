"""What is heard: short clips, played in a process of their own. This room knows no game."""
