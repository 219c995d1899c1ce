"""Languages: catalogues, numbers and lists, and the sentences that belong to no game."""
