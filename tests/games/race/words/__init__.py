"""The dice race in sentences: a chapter a module, named as in the rules."""
