"""Pairs: where two parts of q40k meet. They are generated from the registries, so what is new is tried too.

The ordinary test run takes a sample by seed (`PAIRS_SEED`), `make soak PAIRS=1` takes them all.
"""

UNBUILT = {
    "mod × arena": "set up by people, bots and the lab: nothing plays every one of them to a first death yet",
    "phone × question × odd input": "the inbox checks what it is sent in tests of its own (tests/live)",
    "league × leave, join, correct, undo": "the leagues have tests of their own (tests/season)",
    "board, stream × secret": "they are compared for the map and the seats only (tests/live/test_secrets.py)",
    "verb × kill at every write": "kills are tried while a match is played and handed over (tests/faults)",
    "command × screen's desk beside packs": "commands are carried out by the match session the desk uses",
}
"""Pairs that are not generated, each with its reason; `make rules` prints them."""
