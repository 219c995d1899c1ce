"""The objectives of a mod: what each measures, and how close a side is to winning."""
