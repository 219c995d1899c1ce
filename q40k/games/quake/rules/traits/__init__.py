"""TRAITS: abilities beyond a champion's profile, used when the table says so."""
