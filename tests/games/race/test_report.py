"""A match of any game has a report, which keeps what is secret."""

from __future__ import annotations

import re

from q40k.i18n.locale import Locale
from q40k.report.page import page
from q40k.report.tale import tale
from tests.games.race.playing import END, SECRETS, evening
from tests.report.test_page import Read, packed_data, read


def test_of_a_game_without_figures_the_shell_tells_what_it_knows() -> None:
    result = read(evening(END))
    assert {"Luck", "Chance to win", "The log"} <= set(result.headings)


def test_no_secret_is_in_it() -> None:
    match_session = evening()
    text = page(match_session.game, tale(match_session, Locale("en")), Locale("en"))
    result = Read(text)
    assert "journal" not in result.within
    lucky = [runner.secret.lucky for runner in match_session.session.state.runners.values()]
    assert lucky == list(SECRETS)
    assert not re.search(r'"lucky":\s*[0-9]', text)
    whole = evening(END)
    assert packed_data(read(whole))["journal"]
