"""Sentences of what a mod is played for: each way to win, each rule that adds an objective."""
