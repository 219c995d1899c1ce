"""Epic Escarmouches in sentences: a module for each chapter, named as in the rules."""
