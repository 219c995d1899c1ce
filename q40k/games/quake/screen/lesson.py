"""The lesson: ten minutes with two players on a small arena, from the first key to the end."""

from q40k.games.quake.screen.base import Desk
from q40k.games.quake.table.prefilled import Prefilled
from q40k.i18n.locale import N_
from q40k.tui.lesson import Step

OPTIONS = Prefilled(
    mod="deathmatch", arena="classic-60", dice="hand", d3="d3", seed=1,
    players=(("Ann", "space-marine", ()), ("Bob", "ork-slugga-boy", ())),
)  # fmt: skip
"""The match of the lesson."""
INITIATIVE = {"Ann": "6", "Bob": "2"}
"""What the two roll for the order of play: Ann acts first."""

STEPS = (
    Step(
        N_(
            "You are the referee. Ann’s figure steps into portal 1 on the table, and her die shows 4."
            " Type p, 1, 4. What you type is in the journal at once."
        ),
        ("teleported",),
    ),
    Step(N_("Her figure is in portal 4 now. Ann is done: n goes on to the next champion."), ("activated",)),
    Step(
        N_(
            "Bob steps into portal 2 and rolls a 4 as well: p, 2, 4. Ann stands in that portal, so this is a"
            " telefrag! She comes back by a die of her own: type 3."
        ),
        ("respawned",),
    ),
    Step(N_("Bob reaches a token: t, then the token’s number, then the dice as they lie."), ("token-taken",)),
    Step(N_("n: Bob is done, and the shooting phase begins."), ("phase-opened",)),
    Step(
        N_(
            "Ann shoots at Bob: s, 2, and Enter at what is marked. Then the dice: the number needed and the"
            " chance are in large letters. + is a pass, 0 a miss; Escape goes a step back."
        ),
        ("shot",),
    ),
    Step(N_("That was typed wrong? u takes back the last action with all its dice. Try it."), kind="undo"),
    Step(
        N_("Often the table has rolled already, and you only enter what came of it: Ann killed Bob. k, 2, then 5."),
        ("killed",),
    ),
    Step(N_("Ann falls into the void: x, 1, and a die to come back."), ("accident",)),
    Step(
        N_("Cid arrives late: j, his name, Enter, a few letters of a champion (ork), Enter, and his dice."), ("joined",)
    ),
    Step(
        N_(
            "Earlier mistakes are put right in the log: Ann’s die was a 5, not a 3. g opens it, k goes to the entry, a;"
            " then Enter and 5. It shows what changes: Enter keeps it."
        ),
        kind="amend",
    ),
    Step(N_("Time to go home: , then e shows the result so far; y, and Enter."), ("ended", "won")),
    Step(N_("That was an evening. q leaves; `q40k new` begins a real match. F1 always says what can be done now.")),
)


def begin(desk: Desk) -> None:
    """Roll for the order of play and place both figures, so that the first movement phase begins."""
    desk.perform("start")
    while (question := desk.snapshot.question) is not None:
        name = desk.state.players[question.who or ""].name
        desk.press(INITIATIVE[name], INITIATIVE[name])
    while desk.state.play.phase == "deployment":
        desk.perform("next")
