"""MELEE: who is in base contact, who fights whom, and how."""
