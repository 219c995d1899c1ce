"""The rules of the dice race: each module holds its commands, events, folds and rules."""
