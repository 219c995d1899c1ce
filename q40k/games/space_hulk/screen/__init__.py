"""Space Hulk on the screen; its modules are named like the rules."""
