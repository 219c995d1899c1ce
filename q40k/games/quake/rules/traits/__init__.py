"""TRAITS: what champions can do beside their profiles, where the table says when."""
