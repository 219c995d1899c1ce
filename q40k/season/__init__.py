"""A season: all finished matches of a library told together, and what is played for in it.

`results` works out how each finished match ended, and keeps that beside the library by the match's
identity, its last entry and that entry's checksum. A match that is played on is worked out again.
`decisions` are lines of which none is ever erased, and an undo is a line; `record` keeps them in
the library, with its checksums, backups and mirror. `club` puts them together, `season` joins both to
the matches that count. `statistics` and ratings are functions of those matches alone; openskill is
imported only for ratings. `filters` reads which matches are wanted, `checks` refuses decisions that
mean nothing, `wording` makes chapters and `data` JSON and CSV.

**A league is a journal of facts**: founded (`League`), round drawn (`Drawn`), table decided (`Decided`),
`Corrected`, left (`Withdrawn`), `Joined`, `Over`. To lead one:

    season = build_season(finished, decisions, at=now)     # or season(library)
    state = season.club.league("Winter")                   # facts.LeagueState
    fact = rounds.draw(state, season.evidence)             # or begin, join; or Decided(…), Withdrawn(…)
    write_decisions(library, now, fact)                    # the fact of a person
    write_pending(library, season.pending)                 # what follows automatically

- `facts.fold(state, fact, at)` gives the next state. It is pure, and ignores a fact without its ground.
- `settling.settle(state, evidence)` finds the facts that follow from the matches: which table a match
  decides, who wins because all others left, a correction after an amended match, the end.
  `build_season` folds them in at once; `Season.pending` are those that the library does not hold yet.
  Every verb writes them before its own fact: so the order of the lines, not a clock, says what was first.
- `rounds` makes the facts of people, `schedule` and `pairing` draw by lots that come again.
- `league.standing(state)` works out points and places; `league_view` renames players as the season does.
- `migrating` puts leagues of older libraries into facts, once.

What was drawn or decided stays. A round holds its members, byes and lots, and which matches were over
when it was drawn. Automatic lines are undone with their ground; `season undo` takes back decisions of people.
"""
