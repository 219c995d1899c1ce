"""MELEE: who is in contact, who fights whom, and how."""
