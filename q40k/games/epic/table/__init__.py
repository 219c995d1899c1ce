"""Epic Escarmouches in a match's hands: packs beside names, the state for faces and scripts."""
