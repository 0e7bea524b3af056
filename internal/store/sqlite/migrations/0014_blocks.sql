-- Who has blocked or muted whom.
CREATE TABLE blocks (
	player TEXT    NOT NULL REFERENCES players (id),
	other  TEXT    NOT NULL REFERENCES players (id),
	kind   TEXT    NOT NULL, -- "block" or "mute"
	since  INTEGER NOT NULL,
	PRIMARY KEY (player, other)
) STRICT, WITHOUT ROWID;

-- What is about a player goes when that one is deleted.
CREATE INDEX blocks_by_other ON blocks (other);
