"""Teams: who plays for whom, their bases and their buildings."""
