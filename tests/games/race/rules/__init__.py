"""The rules of the dice race: a chapter a module, each with its commands, events, folds, rules."""
