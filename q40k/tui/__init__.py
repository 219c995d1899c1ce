"""The screens: what the game master sees and types. No rule is decided here."""
