"""Commands that report on a match: its page, its statistics, its luck."""
