"""The calls by which a reader of a page studies the match on the computer that keeps it."""

from collections.abc import Sequence

from q40k.i18n.locale import N_, Locale
from q40k.report.html import texts


def study_calls(locale: Locale, number: int, moments: Sequence[tuple[int, str, str]] = ()) -> str:
    """Return the calls that study a match, or play it on from each of some moments; a click copies one.

    A page in a file can start nothing: the computer that keeps the match does.
    """
    study = locale.gettext(N_("Study the match: bots say what dice and choices did to everybody’s chances."))
    again, own = N_("From before entry {entry}: {sentence}"), N_("As {name}, from before entry {entry}: {sentence}")
    calls = [
        (f"q40k study {number} --from {entry}", locale.say(own if who else again, entry=entry, sentence=text, name=who))
        for entry, text, who in moments
    ]
    calls = calls or [(f"q40k study {number}", study)]
    lines = [N_("Type this on the computer that keeps the match, or press s there on the page of the end (*).")]
    if moments:
        lines.append(N_("Another match begins there, with bots on the other seats."))
    note = " ".join(locale.gettext(text) for text in lines)
    return texts(locale).calls(calls, note)
