"""Rules changed at random: which changes no test notices."""
