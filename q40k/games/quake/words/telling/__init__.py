"""Events as sentences, a chapter a module."""
