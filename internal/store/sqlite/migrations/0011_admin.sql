-- Administrators, and when a suspended player may play again (milliseconds since
-- 1970; 0 for everybody else).
ALTER TABLE players ADD COLUMN administrator INTEGER NOT NULL DEFAULT 0;
ALTER TABLE players ADD COLUMN suspended_until INTEGER NOT NULL DEFAULT 0;

-- Lists of players have the newest first.
CREATE INDEX players_by_since ON players (since DESC, id) WHERE name <> '';

-- Links that sign a player in. Their tokens are never stored.
CREATE TABLE signin_links (
	hash       BLOB    NOT NULL PRIMARY KEY,
	player     TEXT    NOT NULL REFERENCES players (id),
	once       INTEGER NOT NULL,
	since      INTEGER NOT NULL,
	ends       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX signin_links_by_player ON signin_links (player);

-- One row at most: what everybody is told.
CREATE TABLE announcement (
	one   INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
	text  TEXT    NOT NULL,
	since INTEGER NOT NULL,
	ends  INTEGER NOT NULL
) STRICT;

-- What administrators did. Numbers are never used again.
CREATE TABLE audit (
	seq      INTEGER PRIMARY KEY AUTOINCREMENT,
	at       INTEGER NOT NULL,
	actor    TEXT    NOT NULL, -- a player; empty for the operator at the machine
	action   TEXT    NOT NULL,
	player   TEXT    NOT NULL,
	table_id TEXT    NOT NULL,
	detail   TEXT    NOT NULL
) STRICT;

CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX audit_by_player ON audit (player) WHERE player <> '';

-- Entries are only added, and removed when they are old. The detail may have the
-- name of somebody who is deleted: it can be blanked, and nothing else.
CREATE TRIGGER audit_is_final BEFORE UPDATE ON audit
WHEN NEW.detail <> '' OR NEW.seq <> OLD.seq OR NEW.at <> OLD.at OR NEW.actor <> OLD.actor
	OR NEW.action <> OLD.action OR NEW.player <> OLD.player OR NEW.table_id <> OLD.table_id
BEGIN
	SELECT raise(ABORT, 'the audit log cannot be changed');
END;
