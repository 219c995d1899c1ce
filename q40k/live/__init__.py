"""The live board: what everyone in the room sees of a match, on a television, on phones.

The board is a process of its own. `server` is the only module, with its guard, that knows starlette
and uvicorn. `follow` reads the journal through a connection that cannot write, and looks fifty times a
second for new entries. `parts` makes HTML of words, race, clock and scene. All who speak one language
and may know the same are one `Audience`: what they are sent is made once.

Events are server-sent; their id is the number of the journal's entry, so a browser that was cut off
goes on exactly there. A slow viewer keeps nobody waiting: nothing is queued, each is sent what is new
since its last part. `guard` checks methods, `Host`, `Origin` and bodies, and sets the headers that
allow a browser one script and one style sheet.

Phones propose and never write. A seat's page is under its token. Its answers, wishes to join and calls
of the referee go into the `inbox`, a small SQLite file beside the library. While the room is open the
app (`tui/phones.py`) takes an answer as if it had been typed, with the hand `phone`, and writes down
what became of it. `room` is the board and its phones as the app sees them.
"""
