"""Space Hulk in sentences: a chapter a module, named as in the rules."""
