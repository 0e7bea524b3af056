-- Keys with which players come in over SSH. Nothing but a hash is stored of the key
-- itself.
CREATE TABLE ssh_keys (
	id     TEXT    NOT NULL PRIMARY KEY,
	player TEXT    NOT NULL REFERENCES players (id),
	hash   BLOB    NOT NULL UNIQUE,
	kind   TEXT    NOT NULL,
	label  TEXT    NOT NULL,
	since  INTEGER NOT NULL,
	used   INTEGER NOT NULL -- to about an hour; 0 if never
) STRICT, WITHOUT ROWID;

CREATE INDEX ssh_keys_by_player ON ssh_keys (player, since);

CREATE TRIGGER removed_ssh_key AFTER DELETE ON ssh_keys BEGIN
	INSERT INTO removals (kind, key) VALUES ('ssh-key', OLD.id);
END;
