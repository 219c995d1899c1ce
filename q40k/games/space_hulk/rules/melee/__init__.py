"""Close assault: fighters with their arms, guard, the fight itself."""
