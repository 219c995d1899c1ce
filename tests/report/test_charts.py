"""What is drawn over a match: names that are not cut, a bar for every life."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from q40k.games.game import Racer
from q40k.i18n.chapters import Chapter, Lane, Span
from q40k.i18n.locale import Locale
from q40k.report.charts import lives_chart, race_chart, shares_chart
from q40k.tabletop.colours import seat_colour


class Point(Struct, frozen=True):
    turn: int
    shares: tuple[float, ...]


def lowest(drawn: str) -> tuple[float, float]:
    """How high a drawing is, and where its lowest text stands."""
    box = re.search(r'viewBox="0 0 \d+ ([\d.]+)"', drawn)
    assert box is not None
    return float(box[1]), max(float(y) for y in re.findall(r'<text[^>]* y="([\d.]+)"', drawn))


def test_nobodys_name_is_cut_off_a_crowded_race() -> None:
    sides = [Racer(f"p{number}", f"Player {number}", number) for number in range(24)]
    beats = [Point(1, (0.0,) * 24), Point(1, (0.0,) * 24)]
    drawn = race_chart(Locale("en"), beats, sides, "race")
    assert all(f">{side.name}<" in drawn for side in sides)
    high, low = lowest(drawn)
    assert low <= high


def test_a_line_steps_where_somebody_scores() -> None:
    beats = [Point(1, (0.0,)), Point(1, (0.0,)), Point(1, (0.5,)), Point(2, (0.5,))]
    drawn = race_chart(Locale("en"), beats, [Racer("p1", "Ann")], "race")
    (path,) = re.findall(r'<path d="([^"]*)" class="line', drawn)
    assert re.fullmatch(r"M[\d.]+ [\d.]+H[\d.]+V[\d.]+H[\d.]+", path)


def bars(spans: Sequence[Span]) -> str:
    chapter = Chapter("lives", (), lanes=(Lane("Ann", 0, tuple(spans)),))
    return lives_chart(chapter, [(seq, 1) for seq in range(1, 11)])


def test_a_life_is_a_bar_from_birth_to_death_in_the_colour_of_its_killer() -> None:
    drawn = bars([Span(1, 4, "1–2 †, Bob", (2, 3), cut=True, by=1), Span(6, None, "3")])
    (first, second) = re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', drawn)
    (left, wide), (then, rest) = map(float, first), map(float, second)
    step = wide / 3
    assert abs(then - left - 5 * step) < 0.2
    assert abs(rest - 4 * step) < 0.2
    assert f'stroke="{seat_colour(1)}"' in drawn
    assert drawn.count('class="cross"') == 0
    assert ">2</text>" in drawn, "the streak"
    (marks,) = re.findall(r'<path d="([^"]*)" class="mark"', drawn)
    assert marks.count("M") == 2


def test_an_accident_is_a_cross_and_a_life_that_went_on_has_no_end() -> None:
    assert bars([Span(1, 4, "1 †", cut=True)]).count('class="cross"') == 1
    lived = bars([Span(1, None, "1")])
    assert "cross" not in lived
    assert "stroke=" not in lived


def test_a_long_name_beside_a_share_is_whole_in_two_smaller_lines() -> None:
    long, longest = "Sister Superior with combi-flamer and power sword", "Canoness " * 11
    drawn = shares_chart(
        Locale("en"), [("Ork", 0.3, 0.2, 0.4), (long, 0.2, 0.1, 0.3), (longest, 0.1, 0.0, 0.2)], 0.25, "shares"
    )
    lines = re.findall(r'<text x="212"[^>]*>([^<]*)</text>', drawn)
    assert lines[:3] == ["Ork", "Sister Superior with combi-flamer and", "power sword"]
    assert " ".join(lines[3:]) == longest.strip()
    assert drawn.count('class="small"') == 4
    assert 1 <= drawn.count("textLength") <= 2, "what two lines cannot hold is squeezed"
