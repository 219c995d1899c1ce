"""The words of calls, several for each, and of medals: the Imperial board of entertainments."""

from __future__ import annotations

from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import N_
from q40k.i18n.wording import CallText, MedalText


def side_name(state: Match, side: str) -> str:
    """Return the name of a player or a side."""
    return state.players[side].name if side in state.players else state.side_name(side)


WORDS.calls(
    {
        "first-blood": CallText(
            N_("First blood"),
            (
                N_("First blood! {side} opens the evening’s account with {other}."),
                N_("First blood to {side}. The board notes the time, and {other} the place."),
            ),
        ),
        "two": CallText(
            N_("Two in a row"),
            (
                N_("Two in a row for {side}!"),
                N_("{side} again. That makes two."),
                N_("Two down, and {side} is still standing."),
            ),
        ),
        "three": CallText(
            N_("Three in a row"),
            (
                N_("Three in a row! {side} is warming up."),
                N_("That is three for {side}: the crowd learns the name."),
                N_("{side} makes it three without a scratch worth telling."),
            ),
        ),
        "four": CallText(
            N_("Four in a row"),
            (
                N_("Four in a row! Somebody stop {side}."),
                N_("{side} has four now. The bookmakers stop taking bets."),
            ),
        ),
        "five": CallText(
            N_("Five in a row"),
            (
                N_("Five in a row! {side} owns this arena."),
                N_("Five! The board proposes a statue of {side}."),
            ),
        ),
        "more": CallText(
            N_("Unstoppable"),
            (
                N_("{count} in a row! {side} cannot be stopped."),
                N_("{side}, {count} without dying. Is anybody else playing?"),
            ),
        ),
        "revenge": CallText(
            N_("Revenge"),
            (
                N_("Revenge! {side} pays {other} back."),
                N_("{side} had not forgotten {other}."),
                N_("That account is closed: {side} and {other} are even."),
            ),
        ),
        "nemesis": CallText(
            N_("Nemesis"),
            (
                N_("{other} again! {side} has found a favourite victim."),
                N_("{side} and {other}, time number {count}: this is getting personal."),
                N_("{count} times running, {other}. Perhaps keep away from {side}."),
            ),
        ),
        "camper": CallText(
            N_("Camper"),
            (
                N_("{side} waits where they come out: {other} makes {count}."),
                N_("A tent for {side}, please: newcomer number {count}."),
            ),
        ),
        "telefrag": CallText(
            N_("Telefrag"),
            (
                N_("Telefrag! {side} needed the room, {other} had it."),
                N_("Two bodies, one place: {other} gives way to {side}."),
                N_("{other} would have done better not to stand there. Telefrag!"),
            ),
        ),
        "on-arrival": CallText(
            N_("Killed on arrival"),
            (
                N_("{other} had only just arrived."),
                N_("A short visit: {side} sends {other} straight back."),
                N_("{other} did not even find out where the exit was."),
            ),
        ),
        "accident": CallText(
            N_("Accident of the evening"),
            (
                N_("The accident of the evening so far: {side}, {count} points."),
                N_("{side} gives {count} points to nobody at all: a new record."),
            ),
        ),
        "humiliation": CallText(
            N_("Humiliation"),
            (
                N_("Humiliation! {other} falls to somebody as cheap as {side}."),
                N_("So many points, {other}, and then {side}."),
                N_("{side} proves that money is not everything. Ask {other}."),
            ),
        ),
        "lead-taken": CallText(
            N_("Lead taken"),
            (
                N_("{side} takes the lead!"),
                N_("A new name at the top: {side}."),
                N_("The race has a new leader, and it is {side}."),
            ),
        ),
        "lead-lost": CallText(
            N_("Lead lost"),
            (
                N_("{side} leads no more: it is level at the top."),
                N_("Level again! {side} has let the lead slip."),
            ),
        ),
        "comeback": CallText(
            N_("Comeback"),
            (
                N_("What a comeback! {side} was far behind, and leads."),
                N_("Nobody had {side} on the list any more. {side} leads!"),
            ),
        ),
        "one-kill": CallText(
            N_("One kill away"),
            (
                N_("One kill from victory: {side}!"),
                N_("One more, and it is over: watch {side}."),
                N_("{side} needs one more kill, of the right one."),
            ),
        ),
        "two-minutes": CallText(
            N_("Two minutes"),
            (
                N_("Two minutes left!"),
                N_("The last two minutes begin."),
            ),
        ),
        "last-standing": CallText(
            N_("Last one standing"),
            (
                N_("Last one standing: {side} takes the round."),
                N_("All the others lie down. The round is {side}’s."),
            ),
        ),
        "round": CallText(
            N_("Round"),
            (
                N_("The round goes to {side}."),
                N_("{side} wins the round."),
            ),
        ),
        "match": CallText(
            N_("Match"),
            (
                N_("The match is {side}’s! The board thanks all who bled for it."),
                N_("Victory: {side}! Please leave the arena in the order in which you died."),
            ),
        ),
    },
    side_name,
)

WORDS.medals(
    {
        "first-blood": MedalText(N_("First blood"), N_("{sides} drew it from {other}")),
        "most-kills": MedalText(N_("Butcher of the evening"), N_("{sides}: {number} kills")),
        "longest-streak": MedalText(N_("Longest streak"), N_("{sides}: {number} in a row")),
        "telefrags": MedalText(N_("Telefragger"), N_("{sides}, telefrags: {number}")),
        "comeback": MedalText(N_("Comeback"), N_("{sides}, far behind and then ahead")),
        "giant-slayer": MedalText(N_("Giant-slayer"), N_("{sides}, against somebody much dearer")),
        "nemesis": MedalText(N_("Nemesis"), N_("{sides} killed {other} {number} times")),
        "camper": MedalText(N_("Tent of honour"), N_("{sides}, waiting where they come out")),
        "accident": MedalText(
            N_("Accident of the evening"), N_("{sides}: {number} points to nobody")
        ),
        "portal-fool": MedalText(N_("Portal fool"), N_("{sides}, in the way {number} times")),
        "clumsy": MedalText(N_("Own worst enemy"), N_("{sides}: {number} accidents")),
        "token-thief": MedalText(N_("Token thief"), N_("{sides}: {number} tokens")),
        "almost-won": MedalText(N_("Almost won"), N_("{sides}: {number} percent of a win")),
        "headhunter": MedalText(N_("Headhunter"), N_("{sides}, kills of the leader: {number}")),
        "vengeance": MedalText(N_("Vengeance"), N_("{sides}, own killers killed: {number}")),
        "kamikaze": MedalText(N_("Kamikaze"), N_("{sides}, taken along in death: {number}")),
        "bargain": MedalText(
            N_("Cheapest kill"), N_("{sides}: a kill worth {number} times its killer")
        ),
        "longest-life": MedalText(N_("Longest life"), N_("{sides}: {number} turns")),
        "dying-spree": MedalText(N_("Dying spree"), N_("{sides}: {number} deaths without a kill")),
        "flag-runner": MedalText(N_("Flag runner"), N_("{sides}, flags brought home: {number}")),
        "marksman": MedalText(N_("Marksman"), N_("{sides}: {number} kills by shooting")),
        "brawler": MedalText(N_("Brawler"), N_("{sides}: {number} kills hand to hand")),
        "comrade": MedalText(N_("Good comrade"), N_("{sides}: {number} kills shared")),
        "friendly-fire": MedalText(N_("Friendly fire"), N_("{sides}, team-mates: {number}")),
        "charger": MedalText(N_("Bayonets fixed"), N_("{sides}: {number} charges")),
        "wasted": MedalText(N_("Painter of walls"), N_("{sides}: {number} shots at nothing")),
        "sponge": MedalText(N_("Takes a beating"), N_("{sides}: {number} wounds lived through")),
        "pyromaniac": MedalText(N_("Pyromaniac"), N_("{sides}: {number} barrels")),
        "icarus": MedalText(N_("Icarus"), N_("{sides}: {number} deaths on the way")),
        "commuter": MedalText(N_("Commuter"), N_("{sides}: {number} jumps through portals")),
        "tourist": MedalText(N_("Tourist"), N_("{sides}: {number} inches")),
        "opening-act": MedalText(N_("Opening act"), N_("{sides}: the first to die")),
    },
    side_name,
)
