"""The objectives of a mod: what they do as a match begins, after an action and at a turn's end."""
