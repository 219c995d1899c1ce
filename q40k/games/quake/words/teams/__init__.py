"""Sentences of teams: who plays for whom, their bases and their buildings."""
