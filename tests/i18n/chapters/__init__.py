"""No chapter at all: the tests register what they need themselves."""
