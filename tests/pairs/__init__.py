"""Pairs: where two parts of q40k meet. They are generated from the registries, so what is new is tried too.

The ordinary test run takes a sample by seed (`PAIRS_SEED`), `make soak PAIRS=1` takes them all.
"""

UNBUILT = {
    "lab × kill at every write": "every job is one transaction; tests/lab kills a worker of it",
    "new, resume, board and other verbs with a screen × kill": "they write entries as `do` does, which is killed",
    "print, pages and makers of packs × kill": "they write one file as `report` and `champion new` do",
    "season join, evening × kill": "they are new; each takes matches in one transaction apiece",
    "scenario × army, mission × edition": "they are laid out for one another; tests/games plays them",
    "page of a code × secret": "it shows packs and no match",
}
"""Pairs that are not generated, each with its reason; `make rules` prints them."""
