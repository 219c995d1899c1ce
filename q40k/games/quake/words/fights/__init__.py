"""Attacks in words, by the 3rd edition: dice, reasons, workings, what came of them."""
