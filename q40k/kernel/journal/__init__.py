"""The journal: one SQLite file (WAL, `synchronous=FULL`) with an append-only table of entries.

An undo is an entry that marks the inputs it takes back; a redo unmarks them (`history`). A snapshot
exists only for speed, and needs no clearing: what is before an entry never changes.

Every entry has a checksum of its content and of the checksum before it (`checksums`, BLAKE2b, 8
bytes), so a change, a swap, a gap or a foreign entry does not fit. Marks have no checksum: they follow
from the entries and are compared. `soundness` checks all of this when a match is opened, on the screen
after the first picture. A bad snapshot is passed over. A bad entry before the snapshot is named and
left out of the log; a bad entry after it ends the match there, for looking only.

`record` keeps decisions about all matches (the season’s) as entries of row 0, so whatever keeps matches whole keeps
them as well. `match_lock` is a lock of the operating system on one match, so it cannot outlive its process.
`file_guard` checks before each write that the open file is still the one at its path. `salvage` reads
rows from pages that SQLite can no longer reach.
"""
