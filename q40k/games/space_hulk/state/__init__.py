"""What is so in a mission of Space Hulk: commands, events, the state, and what is answered by looking.

Each module or folder is a chapter of the books and cites its rule ids. What happens is in `rules`.

Rules `SH-…` are from the 4th edition; rules `SH1-…` replace them in the 1st. Every difference is a
field of `editions.Edition`; no rule asks which edition is played.

`turn` holds the clock, the command points and the phases, `ending` the end phase and the victory.
`activation` checks who acts and what it costs. `movement/`, `shooting/` and `melee` hold the
actions. `blips` and `conversion` bring the aliens in, `solo/` plays them. `reactions` does what
follows an action automatically: it converts blips in sight, opens windows and ends lost bonuses.

Places are optional: a figure's `at` is None where the table keeps none. Then the table says what
the app cannot see (`places`).
"""
