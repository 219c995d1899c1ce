"""Epic Escarmouches on the screen: a module for each chapter, named as in the rules."""
