"""Pairs: where two parts of q40k meet. They are generated from the registries, so what is new is tried too.

The ordinary test run takes a sample by seed (`PAIRS_SEED`), `make soak PAIRS=1` takes them all.
"""

UNBUILT = {
    "board, mission edit × kill": "a board writes entries by the session that the keys of a screen, which is killed, go"
    " through; a mission that is edited is a side file, written whole"
}
"""Pairs that are not generated, each with its reason; `make rules` prints them."""
