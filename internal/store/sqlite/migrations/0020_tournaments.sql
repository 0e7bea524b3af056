-- Tournaments and their events, as they are written to files of one event per line.
CREATE TABLE tournaments (
	id       TEXT    NOT NULL PRIMARY KEY,
	owner    TEXT    NOT NULL, -- a player; empty if deleted
	group_id TEXT    NOT NULL, -- a class or club; empty if it is nobody's
	seq      INTEGER NOT NULL,
	phase    INTEGER NOT NULL, -- 0 open, 1 running, 2 over
	game     TEXT    NOT NULL,
	listed   INTEGER NOT NULL,
	changed  INTEGER NOT NULL,
	due      INTEGER,          -- when a server has to look at it
	secret   BLOB    NOT NULL, -- makes the ids of its tables and its codes
	head     TEXT    NOT NULL  -- the rest of what lists show, as JSON
) STRICT, WITHOUT ROWID;

CREATE INDEX tournaments_due ON tournaments (due) WHERE due IS NOT NULL;
CREATE INDEX tournaments_listed ON tournaments (changed) WHERE listed = 1;
CREATE INDEX tournaments_by_owner ON tournaments (owner, changed);
CREATE INDEX tournaments_by_group ON tournaments (group_id, changed) WHERE group_id <> '';

CREATE TABLE tournament_events (
	tournament TEXT    NOT NULL,
	seq        INTEGER NOT NULL,
	at         INTEGER NOT NULL,
	kind       TEXT    NOT NULL,
	player     TEXT    NOT NULL, -- who caused it; empty for the server itself
	request    TEXT,             -- chosen by the player, so that a repeat does nothing
	body       TEXT    NOT NULL,
	PRIMARY KEY (tournament, seq)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX tournament_requests ON tournament_events (player, request) WHERE request IS NOT NULL;
CREATE INDEX tournament_events_by_player ON tournament_events (player) WHERE player <> '';

-- Who takes part with an account.
CREATE TABLE tournament_players (
	player     TEXT NOT NULL,
	tournament TEXT NOT NULL,
	PRIMARY KEY (player, tournament)
) STRICT, WITHOUT ROWID;

CREATE INDEX tournament_players_by_tournament ON tournament_players (tournament);

CREATE TRIGGER removed_tournament AFTER DELETE ON tournaments BEGIN
	INSERT INTO removals (kind, key) VALUES ('tournament', OLD.id);
END;
