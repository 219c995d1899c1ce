"""Space Hulk on the screen: a chapter a module, named as in the rules."""
