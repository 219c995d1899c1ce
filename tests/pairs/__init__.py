"""Pairs: where two parts of q40k meet. They are generated from the registries, so what is new is tried too.

The ordinary test run takes a sample by seed (`PAIRS_SEED`), `make soak PAIRS=1` takes them all.
"""

UNBUILT = {
    "lab fit, lab generate × kill": "they keep games as `lab weigh` does, which is killed, and need hundreds of them",
    "new, resume, board and other verbs with a screen × kill": "a screen needs a terminal; what is typed there goes the"
    " way of `talk`, which is killed",
    "evening open, join, send × kill": "they need a second laptop; tests/evening kills halls and tables",
    "page of a code × secret": "it shows packs and no match",
}
"""Pairs that are not generated, each with its reason; `make rules` prints them."""
