"""A club's evening: the tables' laptops send their matches to the hall's, which enters them in a league and shows all.

Nothing here plays or decides a match: it is the league, the journal and the board with a wire between them.

- `wire` holds the messages of both sides, the limits, and the sentence of each refusal.
- `table` is a table's side: it joins, takes the next pairing, and its `Outbox` follows the library and sends
  entries from where the hall's checksum says that the hall is. The table never waits for it.
- `hall` decides what the hall takes: entries of the match that it gave to this table, which follow what it has, and
  which a child process has replayed under the rules (`checker`). It writes them into the hall's library as they
  are: the same identity, checksums and marks. `rounds` enters finished matches in the league and draws.
- `evenings` keeps the word, the tables and their secrets in the library, so that its backup moves to another laptop.
- `server` is the process: HTTP for the tables, a page for the television and phones.

The hall chooses the identity of a match from its secret and the pairing, so a table that crashes and comes back,
or a hall that comes back from its backup, means the same match. A match that keeps secrets is sent up to the entry
at which all was public.
"""
