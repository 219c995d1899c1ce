"""What is so in a match of Epic Escarmouches: a module for each chapter of the page, citing its rule ids.

The order of a turn: `turn` (orders and the cup) → `movement` (with `ground`, `transport`) →
`shooting` (with `losses`) → `assault` → `melee` → `morale` (with the rally) → `winning`. `turn`
leads from one to the next.

A chapter's module holds its commands, events, folds and queries; `rules` carries the commands out.
The plan of a volley says what it needs without rolling; odds and bots use it. Positions are
optional everywhere: a figure's `at` is None where the table keeps none. Then the table says what
cannot be measured.
"""
