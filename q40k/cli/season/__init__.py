"""Commands about all finished matches together, and about leagues."""
