"""Deployment, in sentences."""

from q40k.games.epic.state import deployment
from q40k.games.epic.state.match import Match
from q40k.games.epic.words.names import edge_name, side_name, side_of
from q40k.games.epic.words.wording import commands, events, questions, refusals, silent, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText
from q40k.kernel.events import Question, Value

silent(deployment.PlacerChanged)


events(
    {
        deployment.LotCast: EventText(
            {"edges": N_("Lots for the edges: {dice}"), "deployment": N_("Dice for the deployment: {dice}")}, by="what"
        ),
        deployment.DeploymentOpened: EventText(N_("Deployment: {side} sets up first"), fields={"side": "first"}),
        deployment.Deployed: EventText(
            N_("{side} sets up {formation}"),
            fields={"side": lambda _locale, state, event: side_of(state, event.formation)},
        ),
    }
)


@tells(deployment.EdgesTaken)
def _edges(locale: Locale, state: Match, event: deployment.EdgesTaken) -> str:
    names = (f"{side_name(state, side)} {edge_name(locale, e)}" for side, e in event.edges.items())
    edges = locale.join_and(names)
    attacker = next((s for s, e in event.edges.items() if e == state.scenario.attacker), None)
    if attacker is None:
        return locale.say(N_("Table edges: {edges}"), edges=edges)
    sentence = N_("Table edges: {edges}; {side} attacks")
    return locale.say(sentence, edges=edges, side=side_name(state, attacker))


def _edge(locale: Locale, state: Match, _question: Question, value: Value) -> str:
    edge = edge_name(locale, str(value))
    attacker = state.scenario.attacker
    if attacker is None:
        return edge
    attacks, defends = N_("{edge} (attacks)"), N_("{edge} (defends)")
    return locale.say(attacks if value == attacker else defends, edge=edge)


questions(
    {
        "lot-edges": QuestionText(N_("{who} rolls {dice}: which edge?"), N_("The higher roll chooses the table edge.")),
        "lot-deployment": QuestionText(
            N_("{who} rolls {dice}: who sets up?"),
            N_("Formation by formation, the lower roll begins; with whole armies, the higher roll says who is first."),
        ),
        "edge": QuestionText(N_("{who}: which edge of the table?"), "", _edge),
        "deploys-first": QuestionText(N_("{who}: which army is set up first?"), N_("All of it, before the other.")),
    }
)
refusals(
    variants={
        "not-active": lambda facts: "" if facts.get("active") else "/nobody",
        "outside-zone": lambda facts: "/box" if "left" in facts else "",
    }
)
commands(
    {
        deployment.Start: CommandText(in_context("command", "start")),
        deployment.Deploy: CommandText(in_context("command", "set up"), "{formation}"),
        deployment.DeployRest: CommandText(in_context("command", "set up the rest")),
    }
)
