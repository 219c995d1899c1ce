"""French says what the French book says: bonuses, mods, moves, the rules that mods are made of."""

import pytest

from q40k.games.quake.packs.library import load
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale

LIBRARY = load()
FRENCH = Locale("fr", WORDS.locales)
EQUIPMENT = {
    "11": "Méga bumper", "12": "Champ électrique", "13": "Corps bionique", "15": "fumigènes",
    "16": "Saint fragment", "21": "Combinaison furtive", "22": "Champ disrupteur",
    "23": "Narthénium", "24": "Forge minute", "25": "Champ de phase", "26": "Armure d’artificier",
    "31": "Rosarius", "32": "Balise", "33": "Champ de force", "34": "Armure Terminator",
    "35": "Armure bénie",
}  # fmt: skip
WEAPON = {
    "11": "Charge de démolition", "12": "Canon court", "13": "Enrayement", "14": "Méga arme",
    "15": "Cibleur", "16": "Cadence améliorée", "21": "Forgé", "22": "Compensateur",
    "23": "Arme énergétique", "24": "Gantelet énergétique", "25": "Canon long",
    "26": "Perfectionnement", "31": "Fuseur", "33": "Hell gun", "34": "Lame C’tan",
    "35": "Laser jokaero", "36": "Nuke",
}  # fmt: skip
SPECIAL = {"1": "Vortex", "3": "Téléporteur", "5": "Contrôle mental", "6": "Vampirisme"}
MODS = {
    "deathmatch": "Deathmatch classique",
    "deathmatch-pro": "Deathmatch pro",
    "champion-of-champions": "Champion des champions",
    "elite": "Élite",
    "supreme-master": "Maître suprême",
    "capture-the-flag": "Capturer le drapeau",
    "one-flag": "Un drapeau",
    "team-deathmatch": "Deathmatch en équipe",
    "team-champions": "L’équipe des champions",
    "base-attack": "Attaque de base",
    "domination": "Domination",
    "assault": "Assaut",
}
MOVES = ("sauter", "nager", "bondir", "grimper")


@pytest.mark.rule("BONUS-1")
@pytest.mark.parametrize(("category", "names"), [("equipment", EQUIPMENT), ("weapon", WEAPON), ("special", SPECIAL)])
def test_bonuses(category: str, names: dict[str, str]) -> None:
    table = LIBRARY.bonus_tables["classic"].table(category)  # type: ignore[arg-type]
    names_of_rolls = {roll: table[roll].name.fr.casefold() for roll in names}
    assert {r: n for r, n in names.items() if n.casefold() not in names_of_rolls[r]} == {}


@pytest.mark.rule("MOVE-3", "MOVE-4", "MOVE-5", "MOVE-6")
def test_mods_and_moves() -> None:
    assert {mod.id: mod.name.fr for mod in LIBRARY.mods.values()} == MODS
    moves = FRENCH.gettext("Jump, leap, swim, climb").casefold()
    assert [move for move in MOVES if move not in moves] == []


def test_the_frenzy_keeps_its_name() -> None:
    assert "Barrel Frenzy" in FRENCH.gettext("barrel frenzy: barrels for each champion")
