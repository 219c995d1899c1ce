"""The care of a library: backups, a mirror, and the repair of a damaged one.

`backup` copies the library while it is written, with SQLite's own backup, in small portions. An old
backup is dropped only when a sound newer one holds all of it. `mirror` keeps a second library in another
place, in a thread of its own. `recover` chains entries from anywhere, by identity and checksum and never
by number, into a new library; it never overwrites the old one and keeps no half of a correction.
`joining` takes the matches of another library in. `working` makes folders for work in progress and
sweeps those that a killed process left. `notes` are the small files beside a library: what it has ever
held, and which match is archived or in the bin. `digests` are what lists
and seasons need of each match. `handing` gives a match to another library, and `journeys`
writes down where it went, in the library and on its shelf.
"""
