"""Commands about all finished matches together, and about what is played for in them."""
