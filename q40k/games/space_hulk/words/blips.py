"""Blips, conversions and reaction windows, in sentences."""

from q40k.games.space_hulk.state import conversion
from q40k.games.space_hulk.state.blips import BlipPlaced, EntryDrawn, PileShuffled, PutBlip, Unclear
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.movement.steps import BlipStepped
from q40k.games.space_hulk.state.reactions import PassWindow, React, Reacting, Volley, WindowOpened, WindowStepped
from q40k.games.space_hulk.words.wording import commands, events, questions, silent, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText
from q40k.kernel.events import Question

silent(conversion.PlacesSaid, conversion.Converted, WindowStepped)


events(
    {
        PileShuffled: N_("The pile is out: {many} used blips are shuffled"),
        EntryDrawn: N_("{blip} lies at entry {entry}, by the die ({die})"),
        conversion.BlipSeen: N_("{blip} is in sight"),
        conversion.BlipRevealed: EventText(
            {True: N_("{blip} is turned up: the Alpha"), False: N_("{blip} is turned up: {value}")}, by="alpha"
        ),
        conversion.AlphaDeclared: N_("{blip} is the Alpha"),
        BlipStepped: EventText(
            N_("{who} would be seen by {marine}: it goes back, and is done for this turn"), fields={"marine": "seen_by"}
        ),
        WindowOpened: EventText(N_("A reaction to {who}"), fields={"who": "actor"}),
        Reacting: N_("{who} reacts to {actor}"),
        Volley: N_("{shooters} shoot at {target}"),
        conversion.StealerPlaced: EventText(
            {
                "entry": N_("{who} waits at entry {entry}"),
                "board": N_("{who} is on the board"),
                "square": N_("{who} stands on {at}, facing {facing}"),
            },
            by=lambda _state, event: "entry" if event.entry is not None else "board" if event.at is None else "square",
        ),
    }
)


@tells(BlipPlaced)
def _placed(locale: Locale, _state: Match, event: BlipPlaced) -> str:
    facts = {"blip": event.name, "at": event.at, "entry": event.entry, "value": event.value}
    if event.entry is not None and event.held:
        sentence = locale.say(N_("{blip} lies at entry {entry}, and must wait"), **facts)
    elif event.entry is not None:
        sentence = locale.say(N_("{blip} lies at entry {entry}"), **facts)
    elif event.at is not None:
        sentence = locale.say(N_("{blip} lies on {at}"), **facts)
    else:
        sentence = locale.say(N_("{blip} lies on the board"), **facts)
    if event.value is None:
        return sentence
    return locale.say(N_("{told}: it is a {value}"), told=sentence, value=event.value)


def _between(locale: Locale, _state: Match, question: Question) -> dict[str, str]:
    return {"among": locale.join_and(question.facts["among"])}


@tells(conversion.StealersLost)
def _lost(locale: Locale, _state: Match, event: conversion.StealersLost) -> str:
    sentence = locale.ngettext(
        "{many} stealer of {blip} finds no place", "{many} stealers of {blip} find no place", event.many
    )
    return sentence.format(many=event.many, blip=event.blip)


questions(
    {
        "value": QuestionText(N_("{blip} is turned up: what does it show?")),
        "entry-drawn": QuestionText(N_("{blip}: {among}? A die decides"), facts=_between),
        "blip-value": QuestionText(N_("A blip is drawn"), N_("Unseen: Space lets the app draw it.")),
    }
)


def _of_blip(_locale: Locale, command: PutBlip) -> str:
    return f"{command.name} {command.entry or command.at or ''}".strip()


def _of_reaction(_locale: Locale, command: React) -> str:
    if command.overwatch is not None:
        return ", ".join(command.overwatch)
    done = str((command.with_ or {}).get("do", ""))
    return f"{command.who or ''} {done}".strip()


commands(
    {
        PutBlip: CommandText(in_context("command", "blip"), _of_blip),
        Unclear: CommandText(in_context("command", "at which entry"), "{name} {entries}"),
        conversion.Convert: CommandText(in_context("command", "turn up"), "{name} {squares}"),
        React: CommandText(in_context("command", "reaction"), _of_reaction),
        PassWindow: CommandText(in_context("command", "no reaction")),
    }
)
