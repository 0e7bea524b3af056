-- An account keeps a name; name_key is the same for all names that look alike.
CREATE TABLE accounts (
	player   TEXT NOT NULL PRIMARY KEY REFERENCES players (id),
	name_key TEXT NOT NULL UNIQUE,
	password TEXT NOT NULL -- the hash with its parameters; empty if there is none
) STRICT, WITHOUT ROWID;

CREATE TABLE passkeys (
	id         TEXT    NOT NULL PRIMARY KEY,
	player     TEXT    NOT NULL REFERENCES players (id),
	label      TEXT    NOT NULL,
	since      INTEGER NOT NULL,
	credential TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX passkeys_by_player ON passkeys (player, since);

-- Tokens get a name for their owners, a kind and a time of last use. Those that
-- are there are sessions: there was nothing else.
ALTER TABLE tokens RENAME TO plain_tokens;

CREATE TABLE tokens (
	hash   BLOB    NOT NULL PRIMARY KEY,
	id     TEXT    NOT NULL,
	player TEXT    NOT NULL REFERENCES players (id),
	kind   TEXT    NOT NULL,
	label  TEXT    NOT NULL,
	since  INTEGER NOT NULL,
	used   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO tokens (hash, id, player, kind, label, since, used)
SELECT hash, lower(hex(randomblob(8))), player, 'session', '', since, since FROM plain_tokens;

DROP TABLE plain_tokens;

CREATE UNIQUE INDEX tokens_by_player ON tokens (player, id);

-- What has somebody's name or words in it; moves do not, and cost nothing here.
CREATE INDEX events_by_player ON events (player) WHERE kind IN ('opened', 'sat', 'said');
