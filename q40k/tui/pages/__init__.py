"""The screens that open above the main one: help, log, history, corrections, luck, the start."""
