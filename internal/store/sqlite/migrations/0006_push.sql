-- Browsers at which players want to learn that it is their turn. One endpoint
-- is one browser, whoever uses it.
CREATE TABLE push_devices (
	id       TEXT    NOT NULL PRIMARY KEY,
	player   TEXT    NOT NULL REFERENCES players (id),
	session  TEXT    NOT NULL, -- the id of a token of the player
	endpoint TEXT    NOT NULL UNIQUE,
	key      BLOB    NOT NULL,
	secret   BLOB    NOT NULL,
	label    TEXT    NOT NULL,
	since    INTEGER NOT NULL,
	used     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX push_devices_by_player ON push_devices (player, since, id);
CREATE INDEX push_devices_by_use ON push_devices (used);

-- However a session ends, its browser gets no more notices.
CREATE TRIGGER push_devices_end AFTER DELETE ON tokens BEGIN
	DELETE FROM push_devices WHERE player = OLD.player AND session = OLD.id;
END;

-- One row: the key by which push services recognise this server.
CREATE TABLE push_key (
	one     INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
	private BLOB    NOT NULL
) STRICT;
