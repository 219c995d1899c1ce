"""The rules of Space Hulk, a chapter of the books a module or a folder, each citing its ids.

`SH-…` are the rules of the 4th edition, `SH1-…` what the 1st has in their place. Where the two
differ, the difference is a field of `editions.Edition`; no rule asks which edition is played.

`turn/` leads from the clock and the command points through the phases to the end phase; `paying`
is who acts and what it costs; `movement/`, `shooting/` and `melee/` are the actions, `aliens/` the
blips with their entries and conversions, and the reaction windows. `settling` is what follows of
itself when an action is done: blips in sight, windows, bonuses that are lost.

Places are optional: a figure's `at` is None where the table keeps none, and then what cannot be
seen by the app is what the table says (`places`).
"""
