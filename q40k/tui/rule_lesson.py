"""The lesson of one rule: how a recorded match went on, and that the learner has played it."""

from msgspec import Struct

from q40k.i18n.locale import Locale
from q40k.table.match_session import MatchSession
from q40k.table.script import ScriptLine

MOST_DICE = 12


class RuleLesson(Struct):
    """What a lesson says: the rule, the match and its last entry, the line with which the recorded match went on."""

    rule: str
    match_session: MatchSession
    head: int
    line: ScriptLine

    def text(self, locale: Locale) -> str:
        """Return what to do, or that it is done; "" while something is asked."""
        _ = locale.gettext
        snapshot = self.match_session.snapshot
        if snapshot.question is not None:
            return ""
        if self._is_played():
            return _("{rule} has been played. Undo takes it back; Escape leaves.").format(rule=self.rule)
        command = self.match_session.game.words.command(locale, self.line.command, snapshot.state)
        sentence = _("{rule}: the recorded match goes on with “{command}”.").format(rule=self.rule, command=command)
        dice = [str(answer) for answer in self.line.answers if isinstance(answer, int)]
        if not dice:
            return sentence
        listed = ", ".join(dice[:MOST_DICE] + ["…"] * (len(dice) > MOST_DICE))
        return sentence + " " + _("Its dice: {dice}").format(dice=listed)

    def _is_played(self) -> bool:
        """Return whether a command of the kind of the recorded one has been given since the position."""
        match_session = self.match_session
        inputs = match_session.session.journal.live(match_session.number, after=self.head)
        commands = (match_session.read_command(entry.body) for entry in inputs if entry.kind == "command")
        return any(type(command) is type(self.line.command) for command in commands)
