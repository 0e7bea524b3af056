-- Tournaments and their events, as they are written to files of one event per line.
CREATE TABLE tournaments (
	id       TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	owner    TEXT COLLATE "C" NOT NULL, -- a player; empty if deleted
	group_id TEXT COLLATE "C" NOT NULL, -- a class or club; empty if it is nobody's
	seq      BIGINT NOT NULL,
	phase    BIGINT NOT NULL, -- 0 open, 1 running, 2 over
	game     TEXT COLLATE "C" NOT NULL,
	listed   BIGINT NOT NULL,
	changed  BIGINT NOT NULL,
	due      BIGINT,          -- when a server has to look at it
	secret   BYTEA   NOT NULL, -- makes the ids of its tables and its codes
	head     TEXT COLLATE "C" NOT NULL  -- the rest of what lists show, as JSON
);

CREATE INDEX tournaments_due ON tournaments (due) WHERE due IS NOT NULL;
CREATE INDEX tournaments_listed ON tournaments (changed) WHERE listed = 1;
CREATE INDEX tournaments_by_owner ON tournaments (owner, changed);
CREATE INDEX tournaments_by_group ON tournaments (group_id, changed) WHERE group_id <> '';

CREATE TABLE tournament_events (
	tournament TEXT COLLATE "C" NOT NULL,
	seq        BIGINT NOT NULL,
	at         BIGINT NOT NULL,
	kind       TEXT COLLATE "C" NOT NULL,
	player     TEXT COLLATE "C" NOT NULL, -- who caused it; empty for the server itself
	request    TEXT COLLATE "C",             -- chosen by the player, so that a repeat does nothing
	body       TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (tournament, seq)
);

CREATE UNIQUE INDEX tournament_requests ON tournament_events (player, request) WHERE request IS NOT NULL;
CREATE INDEX tournament_events_by_player ON tournament_events (player) WHERE player <> '';

-- Who takes part with an account.
CREATE TABLE tournament_players (
	player     TEXT COLLATE "C" NOT NULL,
	tournament TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (player, tournament)
);

CREATE INDEX tournament_players_by_tournament ON tournament_players (tournament);

CREATE TRIGGER removed_tournament AFTER DELETE ON tournaments FOR EACH ROW EXECUTE FUNCTION remove_id('tournament');
