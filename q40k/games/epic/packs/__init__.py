"""What the packs of Epic Escarmouches hold: weapons, profiles, army lists, scenarios."""
