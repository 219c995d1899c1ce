"""The kernel: rules as generators, and a journal that forgets nothing. It knows no game.

`driver.Run` carries one command through its rule and folds its events. `session.Session` writes the
command and every answer to the journal before anybody sees what they did. After a crash it stands at
the same question: it starts from a snapshot, folds the later events, and carries the last command on
with the answers it already had. If the rules have changed since, the journaled events hold.

`replay` is the one place where a journaled command is carried out again: for a restart, for
verification, corrections, history and luck. `amending` replays a match from some entry on, beside the
match as it was, so it knows for every later answer what was asked then and what is asked now. Where
both are the same again, the rest is carried over.

`registry` is where a game registers its events, folds, commands and rules. `state` holds records of
parts: `replace` reaches a field of a part by its name, and fails for a field that does not exist.
`dice` makes the app's dice from the seed and the number of the die, so an undo cannot fish for better
ones. `sealing` puts secrets of a record into envelopes.
"""
