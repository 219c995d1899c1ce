"""Catalogues of other programs beside our champions: read with their links, compared field by field."""

import zipfile
from pathlib import Path

import pytest

from q40k.games.quake.packs.library import load
from tests.codex_drift import main


def profile(name: str, **stats: str) -> str:
    numbers = "".join(
        f'<characteristic name="{stat}" typeId="x">{value}</characteristic>' for stat, value in stats.items()
    )
    return f'<profile id="p-{name}" name="{name}"><characteristics>{numbers}</characteristics></profile>'


MARINE = profile("Space Marine", WS="4", BS="5", S="4", T="4", W="1", I="4", A="1", Ld="8", Sv="3+")
SYSTEM = f"""<?xml version="1.0"?>
<gameSystem id="g" name="Own" xmlns="http://www.battlescribe.net/schema/gameSystemSchema">
 <sharedProfiles>{MARINE}</sharedProfiles>
</gameSystem>"""
CATALOGUE = """<?xml version="1.0"?>
<catalogue id="c" name="Space Marines" xmlns="http://www.battlescribe.net/schema/catalogueSchema">
 <entryLinks><entryLink id="l" name="Tactical Squad" type="selectionEntry" targetId="squad"/></entryLinks>
 <sharedSelectionEntries>
  <selectionEntry id="squad" name="Tactical Squad" type="unit">
   <rules><rule name="x"><description>prose that nobody reads</description></rule></rules>
   <selectionEntries>
    <selectionEntry id="m" name="Space Marine" type="model">
     <infoLinks><infoLink targetId="p-Space Marine" type="profile"/></infoLinks>
     <entryLinks><entryLink name="Guns" type="selectionEntryGroup" targetId="guns"/></entryLinks>
     <costs><cost name="pts" value="14"/></costs>
    </selectionEntry>
   </selectionEntries>
  </selectionEntry>
  <selectionEntry id="d" name="Paper Tiger" type="model"/>
 </sharedSelectionEntries>
 <sharedSelectionEntryGroups>
  <selectionEntryGroup id="guns" name="Guns"><selectionEntries>
   <selectionEntry id="b" name="Boltgun" type="upgrade"/><selectionEntry id="h" name="Hair Dryer" type="upgrade"/>
  </selectionEntries></selectionEntryGroup>
 </sharedSelectionEntryGroups>
</catalogue>"""
LINK = '<entryLinks><entryLink type="selectionEntryGroup" targetId="loops"/></entryLinks>'
LOOP = CATALOGUE.replace("guns", "loops").replace(
    'name="Boltgun" type="upgrade"/>', f'type="upgrade">{LINK}</selectionEntry>'
)
BOMB = '<!DOCTYPE c [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><catalogue name="&b;"/>'


def test_a_catalogue_is_compared_field_by_field_and_hostile_files_are_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    marine = load().champions["space-marine"]
    assert (marine.bs, marine.points) == (4, 15)
    (tmp_path / "own.gst").write_text(SYSTEM, encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "marines.catz", "w") as archive:
        archive.writestr("marines.cat", CATALOGUE)
    (tmp_path / "bomb.cat").write_text(BOMB, encoding="utf-8")
    (tmp_path / "loop.cat").write_text(LOOP.replace("squad", "band"), encoding="utf-8")
    (tmp_path / "note.txt").write_text("not read", encoding="utf-8")
    assert main([str(tmp_path), "--unknown"]) == 0
    told = capsys.readouterr()
    rows = [line.split() for line in told.out.splitlines()]
    assert ["space-marine", "bs", "4", "5", "marines.catz"] in rows
    assert ["space-marine", "points", "15", "14", "marines.catz"] in rows
    assert "Hair Dryer" not in told.out, "what a catalogue offers is not what a figure has"
    assert "unknown: Paper Tiger (Space Marines)" in told.out
    assert "prose" not in told.out
    assert "bomb.cat was left out: entities" in told.err
    assert "loop.cat was left out: too-large" in told.err
    assert main([str(tmp_path), "--all"]) == 0
    assert "gear unknown here  -     Hair Dryer  marines.catz" in capsys.readouterr().out
    assert main([str(tmp_path / "nowhere")]) == 2


def ork(**stats: str) -> str:
    """The catalogue that the Slugga Boy’s source names, with one figure."""
    usual = {"WS": "4", "BS": "2", "S": "3", "T": "4", "W": "1", "I": "2", "A": "2", "Ld": "7", "Sv": "6+"}
    figure = profile("Slugga Boy", **{**usual, **stats})
    return f"""<?xml version="1.0"?>
<catalogue id="c" name="Orks" xmlns="http://www.battlescribe.net/schema/catalogueSchema">
 <sharedSelectionEntries><selectionEntry id="o" name="Slugga Boy" type="model"><profiles>{figure}</profiles>
 <costs><cost name="pts" value="9"/></costs></selectionEntry></sharedSelectionEntries>
</catalogue>"""


def drift(folder: Path, capsys: pytest.CaptureFixture[str], *files: tuple[str, str]) -> list[list[str]]:
    """The rows of a folder of such files: champion, field, ours, theirs."""
    for name, text in files:
        (folder / name).write_text(text, encoding="utf-8")
    assert main([str(folder)]) == 0
    return [line.split()[:4] for line in capsys.readouterr().out.splitlines()[1:]]


def test_only_what_nothing_explains_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert drift(tmp_path, capsys, ("Orks (1999).cat", ork())) == []
    assert drift(tmp_path, capsys, ("Orks (1999).cat", ork(I="3"))) == [["ork-slugga-boy", "i", "2", "3"]]
    assert drift(tmp_path, capsys, ("Orks (1999).cat", ork(T="3(4)"))) == [], "it prints ours in brackets"
    another = ("Feral Orks.cat", ork(WS="3"))
    assert drift(tmp_path, capsys, ("Orks (1999).cat", ork()), another) == [], "another edition than that of the source"


def test_a_difference_that_a_pack_explains_is_shown_with_its_reason_only_if_all_are_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kommando = ork(A="3", Sv="-").replace("Slugga Boy", "Kommandos").replace('value="9"', 'value="10"')
    assert drift(tmp_path, capsys, ("Orks (1999).cat", kommando)) == []
    assert main([str(tmp_path), "--all"]) == 0
    shown = [line for line in capsys.readouterr().out.splitlines() if line.startswith("ork-kommando")]
    assert [line for line in shown if line.split()[1:4] == ["a", "2", "3"] and "every other boy" in line] != []


def test_every_difference_in_a_pack_has_a_reason_and_is_one() -> None:
    settled = [
        (champion, field, d) for champion in load().champions.values() for field, d in champion.differences.items()
    ]
    assert len(settled) > 10
    assert [champion.id for champion, field, d in settled if getattr(champion, field) == d.printed] == []
    assert [champion.id for champion, _field, d in settled if len(d.why) <= 20] == []
