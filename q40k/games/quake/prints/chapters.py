"""The printed rules by chapter, besides the mod's own words and the phases."""

from __future__ import annotations

from collections.abc import Iterator

from q40k.games.quake.packs.models import Mod
from q40k.i18n.locale import N_


def chapters(mod: Mod, *, barrels: bool) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield a heading and its lines for each chapter of the mod.

    `barrels`: the arena has barrels, even if the mod has no rule for them.
    """
    yield N_("Before play"), tuple(_before(mod))
    yield N_("Unlike the 3rd edition"), tuple(_unlike(mod))
    if mod.has("portals"):
        yield N_("Portals"), tuple(_portals(mod))
    if mod.has("flags"):
        yield N_("Flags"), tuple(_flags(mod))
    if mod.has("bonus"):
        yield N_("Bonus tokens"), tuple(_bonuses(mod))
    yield N_("Special moves"), tuple(_moves())
    yield N_("Melees"), tuple(_fights(mod))
    if barrels or mod.has("barrels"):
        yield N_("Barrels"), tuple(_barrels())


def _before(mod: Mod) -> Iterator[str]:
    """Yield how players prepare for the match.

    Rule: INIT-1, INIT-2, TEAM-2, DEPLOY-1, DEPLOY-2
    """
    if mod.in_teams:
        yield N_("Each team rolls 2D6, ties again. The highest says which team moves first,"
                 " which shoots first, which charges first; the lowest deploys first.")  # fmt: skip
    else:
        yield N_("Initiative: Ld + I + a D6, once for the whole match; ties roll again.")
        yield N_("The lowest deploys first. In each phase the highest acts first.")
    if mod.has("bases"):
        yield N_("Everybody deploys in the base of the team.")
    else:
        yield N_("Everybody deploys in a tile of 20 × 20 cm that holds nobody else.")
    if mod.has("portals") or mod.has("bonus"):
        yield N_("A portal or a token one deploys on waits for one’s own movement phase.")


def _unlike(mod: Mod) -> Iterator[str]:
    """Yield what players of the 3rd edition do not expect.

    Rule: DIFF-1, DIFF-2, DIFF-3, DIFF-5, DIFF-6, DIFF-7, DIFF-8, DIFF-9, SHOOT-2, SHOOT-3
    """
    yield N_("Nobody is afraid, and everyone sees all round. Three quarters of a target’s base must"
             " be seen; a figure hides twice its height, as wide as its base.")  # fmt: skip
    yield N_("Into a dark zone: 2D6 × 3 in must reach the target. Out of it: no test.")
    yield N_("Whoever a template touches is hit; in base contact, all who touch are.")
    yield N_("One may shoot at who is in contact, come close and touch while moving, and leave a"
             " fight in one’s next movement phase.")  # fmt: skip
    yield N_("No result of a fight, no pursuit. In contact as the turn began, and one who acts"
             " later moves off: the other may charge it all the same, if its charge is as long as"
             " that move.")  # fmt: skip
    if mod.in_teams:
        yield N_("Friends may be shot.")
        if mod.has("victory-points"):
            yield N_("A dead friend costs the team its value.")


def _portals(mod: Mod) -> Iterator[str]:
    """Yield what portals do.

    Rule: PORTAL-1, PORTAL-2, PORTAL-3, PORTAL-4, PORTAL-5, PORTAL-6, PORTAL-8, RESPAWN-1
    """
    if mod.has("domination"):
        yield N_("To jump, wholly on a portal in your movement: a D6. 1 to 5: you come out there;"
                 " 6: you choose.")  # fmt: skip
    else:
        yield N_("Wholly on a portal in your movement: a D6. 1 to 5: you come out there;"
                 " 6: you choose.")  # fmt: skip
    yield N_("You come out in the portal or within 1 in of it. The same portal again: you are dust,"
             " an accident.")  # fmt: skip
    yield N_("Whoever stands wholly in it dies by telefrag, friend or foe: an accident, nobody"
             " scores.")  # fmt: skip
    yield N_("In a portal: in cover, and a 5+ invulnerable save.")
    yield N_("Again through the portal just left by: 3 in of movement.")
    if mod.has("respawn") and not mod.has("bases"):
        yield N_("The dead roll it at once and stand beside that portal, or in it, with their own"
                 " gear, reloaded. They telefrag, too.")  # fmt: skip


def _flags(mod: Mod) -> Iterator[str]:
    """Yield how flags are taken, dropped and passed on.

    Rule: FLAG-1, FLAG-2, FLAG-3, FLAG-4, FLAG-5
    """
    yield N_("Move over a flag to take it; it falls where its carrier dies. A charge may be aimed"
             " at it.")  # fmt: skip
    if mod.parameters.flags == "each":
        yield N_("A fallen flag: a friend of who dropped it carries it on, an opponent sends it"
                 " home by a touch.")  # fmt: skip
    else:
        yield N_("A fallen flag lies there until somebody takes it.")
    yield N_("Two friends in contact after moving may hand it over instead of shooting, both of"
             " them; until then both must die for it to fall.")  # fmt: skip


def _bonuses(mod: Mod) -> Iterator[str]:
    """Yield how tokens are picked up.

    Rule: BONUS-1, BONUS-2, BONUS-4, BONUS-7, NUKE
    """
    yield N_("Walk over a token, then roll: a D3 and a D6, for a special one a D6. One at a time,"
             " until death; then it goes home.")  # fmt: skip
    yield N_("A trap is spent at once and stays with who sprang it.")
    if mod.has("victory-points") and mod.parameters.nuke_cost == "always":
        yield N_(
            "The nuke pays its picker for every other dead, then costs it its own value, once."
        )


def _moves() -> Iterator[str]:
    """Yield the moves with dice.

    Rule: MOVE-1, MOVE-2, MOVE-3, MOVE-4, MOVE-5
    """
    yield N_("What one has said one does: roll, and suffer.")
    yield N_("Jump down: 2D6, keep the best; the height or more is safe. Less: a hit of that"
             " strength, no armour save.")  # fmt: skip
    yield N_("Leap a gap: 3D6, keep the best; part of the base over: 4+ holds on. Else a fall, into"
             " water or nothing a death.")  # fmt: skip
    yield N_("Swim: a D6 in inches; a 1 drowns. In water: in cover, 5+ invulnerable against shots"
             " from outside.")  # fmt: skip
    yield N_("Flying does not pass through walls, nor over what is more than 12 in high.")


def _fights(mod: Mod) -> Iterator[str]:
    """Yield what is special in close combat.

    Rule: MELEE-1, MELEE-3, MELEE-4, MELEE-5
    """
    if not mod.in_teams:
        yield N_(
            "The fight with the highest initiative comes first. In it, I says who strikes first."
        )
    yield N_("Attacks may be split among all in the fight.")
    if mod.has("victory-points"):
        yield N_("Equal I: all wounds, then all saves; who struck a mortal blow shares the value.")
    if mod.has("respawn"):
        yield N_("Who comes back beside a fight still to come is in it, without the charge’s +1.")


def _barrels() -> Iterator[str]:
    """Yield how barrels explode.

    Rule: BARREL-2, BARREL-3, BARREL-4, BARREL-5, BARREL-6, BARREL-7
    """
    yield N_("Shot and hit: a D6. 1 to 5: ordnance, S5 AP4. 6: roll again.")
    yield N_("1 to 3: plasma, ordnance S7 AP2, partly under it on 4+. 4: two barrels.")
    yield N_("5: napalm stays; who is under it or ever crosses it takes a hit, S5 AP4.")
    yield N_("6: vortex, as large as ordnance; whoever it touches dies, partly under it on 4+.")
    yield N_("A barrel touched by an explosion explodes; the kills are the shooter’s.")
