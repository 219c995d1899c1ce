"""FLAGS: set up, taken, dropped, returned, exchanged and captured."""
