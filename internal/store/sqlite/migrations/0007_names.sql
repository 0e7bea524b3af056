-- Names that accounts had: nobody else can take them for a while. They are stored
-- as hashes of their keys, and without a player if that one was deleted.
CREATE TABLE held_names (
	name_hash BLOB    NOT NULL PRIMARY KEY,
	player    TEXT    NOT NULL,
	until     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX held_names_by_player ON held_names (player);

-- One row: which version of the program's rules made the keys of the accounts.
CREATE TABLE name_keys (
	one     INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
	version INTEGER NOT NULL
) STRICT;
