"""`q40k lab fit`: the points that make things even, beside those they have."""

from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from q40k.cli.base import Answer, Call, json_option, packs_option
from q40k.cli.chapters import chapter_lines
from q40k.cli.errors import Failure
from q40k.cli.lab import calls
from q40k.cli.say import N_, _, locale
from q40k.games.game import Game
from q40k.i18n.chapters import Chapter, titled_table
from q40k.lab.designs import Plan
from q40k.lab.points import NoPrices, Price, play_priced
from q40k.lab.studies import Choice
from q40k.lab.subject import Lab


@calls.lab_command(
    "fit",
    *calls.plan_options(600),
    *calls.engine_options(),
    json_option(N_("Print everything as JSON.")),
    packs_option(),
)
def fit(call: Call, game: Game, **values: Any) -> int | Answer:
    """Fit points."""

    lab, library = calls.lab_of(game), call.library(game=game)
    plan = _make_plan(lab, library, calls.take_choice(lab, values), game)
    with calls.open_engine(call, game, values["shelf"], values["cores"], values["cluster"]) as (engine, _world):
        try:
            prices, games = play_priced(engine, plan, lab, library, calls.show_prices(lab, library))
        except KeyboardInterrupt:
            return calls.stop_politely()
        except NoPrices as error:
            title = _("So few games do not show what a price does.")
            raise Failure(title, _("Play more of them: --games. What was played is kept.")) from error
    prices.sort(key=lambda price: -price.surplus / price.listed)
    return Answer(
        {"game": game.id, "games": games, "prices": [to_builtins(price) for price in prices]},
        lambda: chapter_lines([_price_chapter(lab, library, prices)]),
    )


def _make_plan(lab: Lab, library: Any, choice: Choice, game: Game) -> Plan:
    """Return the plan of the games from which points are fitted. Raises Failure, click.BadParameter."""

    if not lab.priced:
        raise Failure(_("{game} has no points to fit.", game=game.name), _("`q40k lab weigh` says who wins how often."))
    if lab.lists:
        choice = replace(choice, options={**lab.lists, **choice.options}, design=choice.design or "all")
        what = next(kind.id for kind in lab.kinds if kind.by_seat)
    else:
        what = lab.priced
    named = {**choice.named, what: choice.named.get(what) or lab.kind(what).usual}
    return calls.plan_games(lab, library, replace(choice, what=what, named=named))


def _price_chapter(lab: Lab, library: Any, prices: list[Price]) -> Chapter:

    name = calls.name_entries(lab, library, lab.priced)
    rows = tuple(
        (
            name(price.id),
            f"{price.listed:g}",
            _tenths(price.fair),
            f"{_tenths(price.low)} – {_tenths(price.high)}",
            _verdict(price),
            str(price.games),
        )
        for price in prices
    )
    heads = (N_("Entry"), N_("Price"), N_("Even at"), N_("95 % interval"), N_("Verdict"), N_("Seats"))
    note = _("Bots played this: what is worth its points to bots need not be to people.")
    return Chapter(_("Points"), (titled_table(locale(), heads, rows, figures=(1, 2, 3, 5)),), note)


def _verdict(price: Price) -> str:
    if price.low <= price.listed <= price.high:
        return _("as good as its price")
    amount = _tenths(abs(price.surplus))
    return (
        _("overpriced by {amount}", amount=amount) if price.surplus > 0 else _("underpriced by {amount}", amount=amount)
    )


def _tenths(value: float) -> str:
    return locale().decimal(f"{value:.1f}")
