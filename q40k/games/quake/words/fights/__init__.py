"""Sentences of attacks by the 3rd edition: dice, reasons, workings, results."""
