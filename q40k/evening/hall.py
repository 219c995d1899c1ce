"""The hall: what it takes from the tables, and what it gives them to play."""

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from q40k.care.journeys import read_journeys, store_journeys
from q40k.care.notes import Journey
from q40k.evening import wire
from q40k.evening.checker import SECONDS, Check, MatchStanding, Request, start_checker
from q40k.evening.evenings import Evening, Laptop, change_evening, read_evening
from q40k.evening.rounds import Round, enter_results
from q40k.evening.wire import Batch, Join, Joined, Next, Pairing, Refused, Row, Stand
from q40k.games.game import Game, UnknownGame, find
from q40k.kernel.journal import checksums, history
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.text import clean_text
from q40k.live.child import Busy
from q40k.live.guard import Tries
from q40k.season.facts import LeagueTable
from q40k.season.league_wording import quote_name
from q40k.table.context import Prefilled
from q40k.table.match_library import MatchLibrary, now

MOST_TRIES, TRY_SECONDS = 8, 60.0
"""A laptop may say so many wrong words in so many seconds."""
CHANGES_SECONDS = 1.0
"""So often the hall looks whether somebody typed `free`, `allow` or a result at its laptop."""
SETTLE_SECONDS = 5.0
"""A table that asks what it plays next waits so long at most for the results before."""
MISSING_SECONDS = 20.0
"""A table that was not heard of for so long is shown as missing."""


class Copy(Struct):
    """A match of the evening, as the hall has it: its number in the library, its newest entry, how it stands."""

    number: int
    stand: Stand
    game: str
    standing: MatchStanding | None = None
    asks: bool = False


class Commit(Struct, frozen=True):
    """Checked entries that wait for the next write, which is one for all that wait."""

    batch: Batch
    copy: Copy | None
    checksum: int
    done: asyncio.Future[Copy]


class Hall:
    """The hall of a league's evening; it is made in the loop of one thread, and belongs to it."""

    def __init__(self, library: MatchLibrary, league: str, options: Prefilled | None, game: str) -> None:
        """`options` are those of the matches, of a game by its id. Raises JournalError."""
        self.library, self.league, self.game = library, league, game
        self._options = options
        self.evening = change_evening(library.journal, league, lambda evening: evening)
        self.round: Round | None = None
        self.copies: dict[str, Copy] = {}
        self.seen: dict[int, float] = {}
        self.edition = 0
        self._checker = start_checker()
        self._tries = Tries(MOST_TRIES, TRY_SECONDS)
        self._locks: dict[str, asyncio.Lock] = {}
        self._commits: list[Commit] = []
        self._is_writing = False
        self._results = asyncio.Event()
        self._results.set()
        self._is_entering = False
        self._news = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._find_copies()

    # -- news --------------------------------------------------------------------------------

    def tell(self) -> None:
        """Wake up everyone who waits for news."""
        self.edition += 1
        self._news.set()
        self._news = asyncio.Event()

    async def wait(self, seconds: float) -> None:
        """Wait for news, at most so long."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)

    async def catch_up(self) -> None:
        """Enter the results that the library holds, and draw what can be drawn. Raises JournalError, OSError."""
        self._is_entering = True
        try:
            await self._enter_results()
        finally:
            self._is_entering = False
            self.tell()

    async def _enter_results(self) -> None:
        self.evening = read_evening(self.library.journal, self.league) or self.evening
        self.round = await asyncio.to_thread(enter_results, self.library.path, self.league)
        self._find_copies()

    async def settle(self) -> None:
        """Wait until the results that have come are entered, at most for some seconds."""
        end = time.monotonic() + SETTLE_SECONDS
        while (self._results.is_set() or self._is_entering) and time.monotonic() < end:
            await self.wait(CHANGES_SECONDS)

    async def follow(self) -> None:
        """Enter results and draw, whenever a match has ended or somebody has typed at this laptop."""
        changes = -1
        while True:
            with suppress(JournalError, OSError):  # such as a full disk: it is tried again
                if (current := self.library.journal.changes) != changes or self._results.is_set():
                    self._results.clear()
                    changes = -1
                    await self.catch_up()
                    changes = current
            with suppress(TimeoutError):
                await asyncio.wait_for(self._results.wait(), CHANGES_SECONDS)

    async def close(self) -> None:
        """End what runs beside, and the child."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._checker.close()

    # -- tables and pairings -----------------------------------------------------------------

    def change(self, change: Callable[[Evening], Evening]) -> None:
        """Change the evening, in the library also."""
        self.evening = change_evening(self.library.journal, self.league, change)

    def join(self, message: Join, sender: str) -> Joined:
        """Let a laptop be a table. Raises Refused."""
        if self._tries.is_over(sender):
            raise Refused("tries")
        if message.word.strip().lower() != self.evening.word:
            self._tries.note(sender)
            raise Refused("word")
        if message.version != wire.VERSION:
            raise Refused("version")
        shapes = {self.game: message.shapes.get(self.game, -1)} if self.game else message.shapes
        for game, shape in shapes.items():
            _check_shape(game, shape)
        laptop = self.evening.laptops.get(message.table)
        if laptop is not None and laptop.token != message.token:
            raise Refused("taken", table=message.table, host=laptop.host, league=quote_name(self.league))
        if laptop is None:
            host = clean_text(message.host)[:60]
            laptop = Laptop(message.token, host)
            self.change(lambda evening: replace(evening, laptops=evening.laptops | {message.table: laptop}))
        self.hear(message.table)
        self.tell()
        return Joined(self.league)

    def table_of(self, token: str) -> int:
        """Return the table that a secret belongs to. Raises Refused."""
        table = self.evening.table_of(token)
        if table is None:
            raise Refused("unknown")
        self.hear(table)
        return table

    def hear(self, table: int) -> None:
        """Note that a table is there."""
        was_missing = self.is_missing(table)
        self.seen[table] = time.monotonic()
        if was_missing:
            self.tell()

    def is_missing(self, table: int) -> bool:
        """Tell whether a table was not heard of lately."""
        return time.monotonic() - self.seen.get(table, -MISSING_SECONDS) >= MISSING_SECONDS

    def pairings(self) -> list[tuple[LeagueTable, str]]:
        """Return the tables of the round that is played, each with the identity of its match."""
        if self.round is None:
            return []
        standing = self.round.standing
        tables = standing.rounds[standing.round_to_play - 1] if standing.rounds else ()
        return [
            (table, self.evening.identity_of(self.league, table.round, table.table))
            for table in tables
            if table.by != "bye"
        ]

    def next(self, laptop: int) -> Next:
        """Give a table the match to play next: the one it has, the one with its number, or one that nobody has."""
        open_tables = [(table, identity) for table, identity in self.pairings() if table.order is None]
        numbers = {table.table for table, _identity in open_tables}

        def rank(pair: tuple[LeagueTable, str]) -> int:
            table, holder = pair[0], self.evening.given.get(_key(pair[0]))
            if holder is not None:
                return 0 if holder == laptop else 9
            is_awaited = table.table in self.evening.laptops and table.table != laptop
            return 1 if table.table == laptop else 9 if is_awaited or laptop in numbers else 2

        chosen = min(open_tables, key=rank, default=None)
        if chosen is None or rank(chosen) == 9 or self.round is None:
            return Next(None, self.round is not None and self.round.standing.is_over)
        table, identity = chosen
        if self.evening.given.get(_key(table)) != laptop:
            self.change(lambda evening: replace(evening, given={**evening.given, _key(table): laptop}))
        league = self.round.standing.league
        game = league.game or self.game
        options = (self._options or wire.options_class(game)()).with_players(table.players, self.round.figures)
        options = replace(options, name=f"{league.name} {table.round}.{table.table}")
        raw = msgspec.Raw(msgspec.json.encode(options))
        return Next(Pairing(league.name, table.round, table.table, identity, table.players, game, raw))

    def _find_pairing(self, identity: str, laptop: int) -> LeagueTable:
        """Return the pairing that a table plays under an identity. Raises Refused."""
        for key, table in self.evening.given.items():
            round_, number = map(int, key.split("."))
            if table == laptop and self.evening.identity_of(self.league, round_, number) == identity:
                return LeagueTable(round_, number, ())
        raise Refused("foreign")

    # -- entries -----------------------------------------------------------------------------

    def stand(self, identity: str, laptop: int) -> Stand:
        """Return what the hall has of a table's match. Raises Refused."""
        self._find_pairing(identity, laptop)
        copy = self.copies.get(identity)
        return copy.stand if copy is not None else Stand()

    async def take(self, batch: Batch, laptop: int) -> Stand:
        """Take entries of a table's match; return what the hall has once they are durable. Raises Refused."""
        self._find_pairing(batch.match, laptop)
        game = _check_shape(batch.game, batch.shape)
        if self.round is not None and batch.game != (self.round.standing.league.game or batch.game):
            raise Refused("foreign")
        async with self._locks.setdefault(batch.match, asyncio.Lock()):
            copy = self.copies.get(batch.match)
            checksum = self._check_place(batch, copy)
            standing = await self._replay(batch, copy)
            was_over = copy is not None and copy.standing is not None and copy.standing.is_over
            takes_back = not standing.is_over or any(row.kind in ("undo", "redo") for row in batch.rows)
            if copy is not None and was_over and takes_back:
                await self._ask_hall(batch, copy, laptop)
            done: asyncio.Future[Copy] = asyncio.get_running_loop().create_future()
            self._commits.append(Commit(batch, copy, checksum, done))
            if not self._is_writing:
                self._is_writing = True
                asyncio.get_running_loop().call_soon(self._write)
            copy = await done
            copy.standing, copy.asks = standing, False
            if was_over or standing.is_over:
                self._results.set()
            self.library.journal.shapes[game.id] = game.shape
            self.tell()
            return copy.stand

    def _check_place(self, batch: Batch, copy: Copy | None) -> int:
        """Check that entries follow what the hall has, and are whole; return the last checksum. Raises Refused."""
        stand = copy.stand if copy is not None else Stand()
        rows = batch.rows
        if not rows or [row.seq for row in rows] != list(range(batch.after + 1, batch.after + 1 + len(rows))):
            raise Refused("order", stand, entry=batch.after + 1)
        before = batch.checksum if batch.after else checksums.first(batch.match)
        replaced = {row.seq: row.replaces for row in rows if row.replaces is not None}
        sums = list(checksums.of_entries(before, (row.content for row in rows), replaced))
        if copy is not None and batch.after < stand.seq:
            seq = min(rows[-1].seq, stand.seq)
            same = self.library.journal.checksum(copy.number, seq) == sums[seq - batch.after - 1]
            code = "differs" if not same else "known" if rows[-1].seq <= stand.seq else "order"
            raise Refused(code, stand, entry=seq if not same else rows[0].seq)
        if batch.after > stand.seq:
            raise Refused("order", stand, entry=rows[0].seq)
        if batch.checksum != stand.checksum:
            raise Refused("differs", stand, entry=stand.seq)
        for row in rows:
            last = history.last_written((0, *row.content)) if row.kind == "amend" else 0
            if last > rows[-1].seq or (row.replaces or 0) >= row.seq:
                raise Refused("forged", entry=row.seq, why="amend")
        return sums[-1]

    async def _replay(self, batch: Batch, copy: Copy | None) -> MatchStanding:
        """Have entries replayed in the child, from the beginning if it asks for that. Raises Refused."""
        request = Request(batch.match, batch.game, batch.after, batch.rows)
        check = await self._check(request)
        if check.standing is None and not check.entry and copy is not None:
            check = await self._check(replace(request, after=0, rows=(*self._rows(copy.number), *batch.rows)))
        if check.standing is None:
            raise Refused("forged", entry=check.entry, why=check.why) if check.entry else Refused("busy")
        return check.standing

    async def _check(self, request: Request) -> Check:
        try:
            return await self._checker.ask(request, SECONDS)
        except Busy as error:
            raise Refused("busy") from error

    async def _ask_hall(self, batch: Batch, copy: Copy, laptop: int) -> None:
        """Let a match that was over go on only if somebody at the hall has allowed it. Raises Refused."""
        if batch.match in self.evening.allowed:
            self.change(lambda evening: replace(evening, allowed=tuple(set(evening.allowed) - {batch.match})))
            return
        await self._check(Request(batch.match, batch.game, 0, ()))
        copy.asks = True
        self.tell()
        raise Refused("asks", table=laptop, league=quote_name(self.league))

    def _rows(self, number: int) -> tuple[Row, ...]:
        return wire.read_rows(self.library.journal, number, 0, 1 << 62)

    def _write(self) -> None:
        """Write all checked entries that wait, in one transaction."""
        commits, self._commits, self._is_writing = self._commits, [], False
        try:
            with self.library.journal.transaction() as write:
                numbers = []
                for commit in commits:
                    batch = commit.batch
                    number = (
                        commit.copy.number
                        if commit.copy is not None
                        else write.create_match(clean_text(batch.name), batch.created, batch.game, batch.match)
                    )
                    rows = [row.content for row in batch.rows]
                    replaced = {row.seq: row.replaces for row in batch.rows if row.replaces is not None}
                    history.extend(write, number, rows, replaced)
                    numbers.append(number)
        except JournalError:
            for commit in commits:
                commit.done.set_exception(Refused("busy"))
            return
        self._keep_from_play(commit.batch.match for commit in commits if commit.copy is None)
        for commit, number in zip(commits, numbers, strict=True):
            batch = commit.batch
            copy = commit.copy
            if copy is None:
                copy = self.copies[batch.match] = Copy(number, Stand(), batch.game)
            copy.stand = Stand(batch.rows[-1].seq, commit.checksum)
            commit.done.set_result(copy)

    def _keep_from_play(self, identities: Iterable[str]) -> None:
        """Mark new matches as arriving, so that nobody plays them here by mistake while their tables do.

        The marks of many are one write: each takes as long as all marks there are.
        """
        if new := [*identities]:
            path, journal = self.library.path, self.library.journal
            marks = {match: Journey(self.evening.secret, "arriving", self._host_of(match), now()) for match in new}
            with suppress(JournalError):
                journeys = read_journeys(path, journal)
                store_journeys(path, journal, {match: mark for match, mark in marks.items() if match not in journeys})

    def _host_of(self, identity: str) -> str:
        tables = (self.evening.given.get(_key(table), 0) for table, played in self.pairings() if played == identity)
        laptop = self.evening.laptops.get(next(tables, 0))
        return laptop.host if laptop is not None else ""

    # -- after a start -----------------------------------------------------------------------

    def _find_copies(self) -> None:
        """Find what the library has of the matches that were given, after a start."""
        places = (tuple(map(int, key.split("."))) for key in self.evening.given)
        missing = {self.evening.identity_of(self.league, *place) for place in places} - self.copies.keys()
        for row in self.library.journal.matches() if missing else ():
            if row.identity in missing and row.entries:
                self.copies[row.identity] = Copy(row.id, Stand(*self.library.journal.last(row.id)), row.game)
                self._replay_later(row.identity)

    def _replay_later(self, identity: str) -> None:
        """Have a match that the library holds replayed, to know how it stands."""

        async def replay() -> None:
            copy = self.copies[identity]
            async with self._locks.setdefault(identity, asyncio.Lock()):
                rows = self._rows(copy.number)
                with suppress(Refused):
                    copy.standing = (await self._check(Request(identity, copy.game, 0, rows))).standing
            self.tell()

        task = asyncio.create_task(replay())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _key(table: LeagueTable) -> str:
    return f"{table.round}.{table.table}"


def _check_shape(game: str, shape: int) -> Game:
    """Return a game whose events have this shape here also. Raises Refused."""
    try:
        own = find(game)
    except UnknownGame as error:
        raise Refused("newer") from error
    if shape != own.shape:
        raise Refused("older" if shape < own.shape else "newer")
    return own
