"""Why not: refusals of the rules, in plain words."""

from __future__ import annotations

from q40k.games.quake.words.labels import phase_within, rule_name
from q40k.games.quake.words.problems import clash
from q40k.games.quake.words.wording import WORDS, refusals
from q40k.i18n.locale import N_, Locale
from q40k.i18n.sentences import Facts


def _clash(locale: Locale, facts: Facts) -> dict[str, str]:
    return {"clash": clash(locale, str(facts["clash"]), facts["facts"])}


refusals(
    {
        # who is at the table
        "unknown-player": N_("Nobody here is called “{name}”."),
        "player-left": N_("{player} has left the table."),
        "name-taken": N_("{name} is already at the table: take another name."),
        "no-champion": N_("There is no champion {champion}."),
        "several-wounds": N_("{champion} has {wounds} wounds; this mod takes champions with one."),
        "special-character": N_("{champion} is a special character; this mod takes none."),
        "bad-figure": N_("{stat} cannot be {typed}: {least} to {most}."),
        "bad-points": N_("{typed} cannot be: 1 to {most} points."),
        "no-field": N_("There are no {count} champions within {within} points of each other."),
        "budget": N_("{champion} costs {points} points; the table agreed on {budget} at most."),
        "clone": N_("Everyone fields the same figure, gear and all, as {player}."),
        "not-an-option": N_("{option} is not among the options of {champion}."),
        "too-dear": N_("{champion} would cost {points} points; {most} is the most there is."),
        "squad-share": N_(
            "{champion} may not take {option}: of a squad of at least {least}, {may} may have it,"
            " and half is {half}."
        ),
        "table-full": N_("{present} champions for {tiles} tiles: the table is full."),
        "unknown-champion": N_("No pack knows the champion {said}."),
        "unknown-gear": N_("{champion} cannot have the gear asked for."),
        "unknown-gear/option": N_("{champion} cannot have {option}."),
        # the match
        "no-match": N_("No match has been laid out yet."),
        "no-packs": N_("The match lacks the data of its mod, its arena or its bonus tables."),
        "already-open": N_("The match is already laid out."),
        "already-started": N_("The match has already started."),
        "not-started": N_("The match has not started yet."),
        "nobody-joined": N_("Nobody has joined yet: a match needs players."),
        "match-over": N_("The match is won. Play on first to go further."),
        "not-over": N_("The match is not over yet, so it goes on anyway."),
        "mod-not-refereed": N_("{mod} cannot be refereed yet: it needs {missing}."),
        "mod-clash": N_("{mod} cannot be played so. {clash}"),
        "addon-not-refereed": N_("These add-ons cannot be refereed yet: {addons}."),
        "unknown-option": N_("This mod has no option {options}. It has: {known}."),
        "no-options": N_("This mod has no options; {options} is none."),
        "no-clock": N_("The table does not play by the clock."),
        "clock-without-limit": N_(
            "A clock needs minutes for the match, seconds for each part, or both."
        ),
        "bad-option": N_(
            "{got} cannot stand for {option}: a whole number from {least} to {most} is needed."
        ),
        "unknown-mod": N_("No pack knows the mod {said}."),
        "unknown-arena": N_("No pack knows the arena {said}."),
        # deployment
        "already-deployed": N_("{player} cannot deploy: deployment is over, or already done."),
        "not-your-deployment": N_("It is not for {player} to deploy yet, but for {active}."),
        "still-deploying": N_("Deployment is not over: {player} comes next."),
        "unknown-tile": N_("There is no tile {tile}: they go from A1 to {last}."),
        "tile-taken": N_("Tile {tile} already holds {player}."),
        "off-table": N_("({x}, {y}) is not wholly on the table of {width} × {height} cm."),
        # turns
        "shot-terms": N_(
            "{typed} is not understood: inches, c5 for cover, d for the dark, ch for a charge."
        ),
        "charge-terms": N_(
            "{typed} is not understood: inches, d for difficult, x for dangerous, c for cover."
        ),
        "wrong-phase": N_("That belongs to {wanted}, and this is {phase}."),
        "not-active": N_("It is not for {player} to act now, but for {active}."),
        "not-active/nobody": N_("It is not for {player} to act now: nobody is."),
        "nobody-active": N_("Nobody is there to act."),
        "not-on-table": N_("{player} has no champion on the table right now."),
        # teams
        "team-needed": N_("This mod is played in teams: say which one. There are: {teams}."),
        "team-needed/none": N_("This mod is played in teams: say which one."),
        "no-teams": N_("Teams play no part in this mod."),
        "no-new-team": N_("No team can be added any more. There are: {teams}."),
        "too-many-teams": N_(
            "{team} would be one team too many: {most} at most. There are: {teams}."
        ),
        "too-few-teams": N_("{count} team for a mod that needs {least} at least."),
        "two-teams": N_("A hunt is for exactly two teams, and there are {count}."),
        "team-too-small": N_(
            "{team} has {players} champions; this mod needs {least} a team at least."
        ),
        "team-budget": N_("{team} would cost {points} points, {over} over its budget of {budget}."),
        "teams-are-set": N_("The match has started: teams are no longer changed."),
        "same-team": N_("{player} already plays for {team}."),
        "has-acted": N_("{player} has already acted in this phase."),
        "other-team": N_("It is not for {player} to act now, but for somebody of {team}."),
        "mate-not-done": N_("{active} has begun to move: end that part before {player} acts."),
        # bases, buildings
        "not-in-base": N_("({x}, {y}) is not in base {base}, that of {player}’s team."),
        "tile-not-in-base": N_("Tile {tile} has no part in base {base}, that of {player}’s team."),
        "no-building": N_("{team} has no building here."),
        "building-down": N_("The building of {team} is down already."),
        "own-building": N_("That is the building of {player}’s own team."),
        # flags
        "no-flags": N_("There are no flags in this match."),
        "which-flag": N_("Which flag? There are: {flags}."),
        "unknown-flag": N_("There is no flag {flag}. There are: {flags}."),
        "carries-it": N_("{player} carries it already."),
        "flag-carried": N_("{player} carries it: only death makes a carrier drop it."),
        "own-flag": N_("It is {team}’s own flag, and where it belongs."),
        "carries-none": N_("{player} carries no flag."),
        "not-a-mate": N_("{to} is no team-mate of {player} on the table."),
        "not-in-contact": N_("{player} and {to} are not in contact."),
        "own-flag-away": N_(
            "The flag of {team} is not at home: it must be, to bring another one in."
        ),
        # barrels
        "no-barrels": N_("There are no barrels in this match."),
        "unknown-barrel": N_("There is no barrel {barrel}."),
        "barrel-burns": N_("Barrel {barrel} burns already."),
        "unknown-addon": N_("There is no add-on {addons}. There are: {known}."),
        # movement, portals, tokens
        "too-far": N_("{player} has {left} of movement left out of {allowance}, not {inches}."),
        "in-a-wall": N_("{player} would stand in {scenery}, which is impassable."),
        "in-lethal": N_("{player} would stand in {scenery}, which is lethal."),
        "on-a-base": N_("{player} would stand on the base of {other}."),
        "through-a-wall": N_(
            "{scenery} is in the way of {player} after {inches}: it is impassable. Go round it."
        ),
        "through-lethal": N_("{player} would walk into {scenery} after {inches}: it is lethal."),
        "through-a-base": N_("The base of {other} is in the way of {player}. Go round it."),
        "base-too-large": N_("The base of {player} is too large to lie wholly on portal {portal}."),
        "not-at-the-portal": N_(
            "{player} would stand {inches} beyond the rim of portal {portal}; {reach} at most."
        ),
        "moves-no-more": N_("{player} moves no more in this phase."),
        "flies-down": N_("{player} flies: it moves down in a straight line, without a jump."),
        "nothing-to-climb": N_("There is nothing to climb where {player} stands or goes."),
        "no-vampire": N_("{player} holds no vampirism."),
        "drinks-itself": N_("{player} is no victim of its own."),
        "no-teleporter": N_("{player} has no teleporter."),
        "has-moved": N_("{player} has already moved: a deep strike takes the place of moving."),
        "no-portals": N_("This mod is played without portals."),
        "no-tokens": N_("There are no bonus tokens in this match."),
        "unknown-token": N_("There is no token {token}. There are: {tokens}."),
        "token-held": N_("Token {token} is held by {holder}."),
        "has-a-bonus": N_("{player} already has a bonus: {bonus}. One at a time, until death."),
        "has-no-bonus": N_("{player} has no bonus to lose."),
        # shooting
        "which-weapon": N_("{player} has several weapons: say which one. There are: {weapons}."),
        "which-weapon/none": N_("{player} has no weapon to shoot with."),
        "unknown-weapon": N_("{player} has no {weapon} to shoot with."),
        "has-shot": N_("{player} has fired already this phase ({weapon})."),
        "weapon-jammed": N_("{weapon} of {player} is jammed until the champion dies."),
        "gave-the-flag": N_("{player} exchanged the flag instead of shooting."),
        "shoots-itself": N_("{player} cannot be the target of its own shot."),
        "not-visible": N_("Only {share} of the base of {player} can be seen; {enough} are needed."),
        "not-visible/behind": N_(
            "Only {share} of the base of {player} can be seen past {hiders}; {enough} are needed."
        ),
        "not-under": N_("The template does not touch {player}."),
        "out-of-range": N_("{weapon}: {distance} is too far, the range is {reach}."),
        "heavy-moved": N_("{weapon} is a heavy weapon, and {player} has moved."),
        "ordnance-moved": N_("{weapon} is ordnance, and {player} has moved."),
        "melee-only": N_("{weapon} is for close combat only."),
        "hits-nothing": N_("{weapon} cannot wound a target this tough."),
        "no-effect-on-vehicles": N_("{weapon} does nothing to a building."),
        # score
        "no-victim": N_("A death needs somebody who dies."),
        "nothing-described": N_("What of {player}? Painted, WYSIWYG, race or age is needed."),
        "no-killer": N_("A kill needs a killer; without one it is an accident."),
        "killed-itself": N_("{player} cannot score off its own death: that is an accident."),
    },
    variants={
        "not-active": lambda facts: "" if facts.get("active") else "/nobody",
        "team-needed": lambda facts: "" if facts.get("teams") else "/none",
        "which-weapon": lambda facts: "" if facts.get("weapons") else "/none",
        "not-visible": lambda facts: "/behind" if facts.get("hiders") else "",
        "unknown-gear": lambda facts: "/option" if facts.get("option") else "",
    },
    facts={"mod-clash": _clash},
)

WORDS.dress(
    {
        "first": Locale.listed,
        "others": Locale.listed,
        "inches": Locale.inches,
        "left": Locale.inches,
        "allowance": Locale.inches,
        "half": Locale.number,
        "x": Locale.number,
        "y": Locale.number,
        "champion": Locale.said,
        "scenery": Locale.said,
        "bonus": Locale.said,
        "weapon": Locale.said,
        "weapons": lambda locale, names: locale.listed(map(locale.said, names)),
        "hiders": Locale.listed,
        "share": Locale.percent,
        "enough": Locale.percent,
        "distance": lambda locale, inches: locale.inches(float(inches)),
        "reach": lambda locale, inches: locale.inches(float(inches)),
        "mod": Locale.said,
        "phase": phase_within,
        "wanted": phase_within,
        "missing": lambda locale, rules: locale.listed(rule_name(locale, rule) for rule in rules),
        "tokens": Locale.listed,
        "teams": Locale.listed,
        "flags": Locale.listed,
        "addons": Locale.listed,
        "options": Locale.listed,
        "known": Locale.listed,
        "said": Locale.quoted,
        "got": Locale.quoted,
    }
)
