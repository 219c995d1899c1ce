"""A season: all finished matches of a library told together, and what is played for in it.

`results` works out how each finished match ended, and keeps that beside the library by the match's
identity, its last entry and that entry's checksum. A match that is played on is worked out again.
`decisions` are lines of which none is ever erased, and an undo is a line; `record` keeps them in
the library, `club` puts them together, `season` joins both to the matches that count. `statistics`,
standings and ratings are functions of those matches alone; openskill is imported only for ratings.
`schedule` draws rounds by lots that come again, `league` tells how a league is going, `filters`
reads which matches are wanted, `checks` refuses decisions that mean nothing, `wording` makes
chapters and `data` JSON and CSV.
"""
