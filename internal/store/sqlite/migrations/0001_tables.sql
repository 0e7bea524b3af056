-- Everything at a table is an event; the primary key is what makes two writers
-- unable to both win.
CREATE TABLE events (
	table_id TEXT    NOT NULL,
	seq      INTEGER NOT NULL,
	at       INTEGER NOT NULL, -- milliseconds since 1970
	kind     TEXT    NOT NULL,
	player   TEXT    NOT NULL,
	request  TEXT,
	body     TEXT    NOT NULL,
	PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

-- A request is answered once.
CREATE UNIQUE INDEX events_by_request ON events (player, request) WHERE request IS NOT NULL;

-- What lists show: derived from the events, and written with them.
CREATE TABLE tables (
	id      TEXT    NOT NULL PRIMARY KEY,
	seq     INTEGER NOT NULL,
	phase   INTEGER NOT NULL,
	game    TEXT    NOT NULL,
	listed  INTEGER NOT NULL,
	waits   INTEGER NOT NULL,
	entered INTEGER NOT NULL,
	summary TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tables_by_phase ON tables (phase, listed, entered DESC, id);
CREATE INDEX tables_that_wait ON tables (phase, entered DESC, id) WHERE waits;

CREATE TABLE sitters (
	player   TEXT NOT NULL,
	table_id TEXT NOT NULL,
	PRIMARY KEY (player, table_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE players (
	id    TEXT    NOT NULL PRIMARY KEY,
	name  TEXT    NOT NULL,
	kept  INTEGER NOT NULL,
	since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Tokens themselves are never stored.
CREATE TABLE tokens (
	hash   BLOB    NOT NULL PRIMARY KEY,
	player TEXT    NOT NULL REFERENCES players (id),
	since  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE ratings (
	game       TEXT    NOT NULL,
	player     TEXT    NOT NULL,
	value      REAL    NOT NULL,
	deviation  REAL    NOT NULL,
	volatility REAL    NOT NULL,
	since      INTEGER NOT NULL,
	games      INTEGER NOT NULL,
	PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_value ON ratings (game, value DESC, player);

-- One row: the last time at which a server is known to have run.
CREATE TABLE beat (
	one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
	at  INTEGER NOT NULL
) STRICT;
