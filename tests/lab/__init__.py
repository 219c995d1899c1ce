"""The lab: designs, engines, shelf, figures, and its verbs."""
