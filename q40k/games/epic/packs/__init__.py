"""What the packs of Epic Escarmouches may say: weapons, profiles, army lists, scenarios."""
