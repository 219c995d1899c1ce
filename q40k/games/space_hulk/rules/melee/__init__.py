"""Close assault: fighters with their weapons, guard, the fight itself."""
