"""The rules of Epic Escarmouches, a chapter of the page a module, each citing its ids.

The way of a turn: `orders` → `initiative` (the cup) → `movement` (with `ground`, `transport`) →
`shooting` (with `cover`, `vehicles`, `saves`) → `assault` (with `pinning`) → `melee` → `morale` →
`rally` → `winning`. `turn` leads from one to the next.

A chapter's module holds its commands, events, folds and rules, registered where they are written.
`plan.py` of shooting works out what a volley needs without rolling; odds and bots ask there.
Places are optional everywhere: a figure's `at` is None where the table keeps none, and then what
cannot be measured is what the table says.
"""
