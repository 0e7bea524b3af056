-- What players tell the moderators about each other. Numbers are never used again.
CREATE TABLE reports (
	seq       INTEGER PRIMARY KEY AUTOINCREMENT,
	at        INTEGER NOT NULL,
	reporter  TEXT    NOT NULL, -- empty if that player was deleted
	player    TEXT    NOT NULL REFERENCES players (id),
	reason    TEXT    NOT NULL,
	text      TEXT    NOT NULL,
	table_id  TEXT    NOT NULL, -- empty if it is about none
	message   INTEGER NOT NULL, -- the number of an event of the table, or 0
	closed    INTEGER NOT NULL, -- 0 while it is open
	closed_by TEXT    NOT NULL,
	note      TEXT    NOT NULL
) STRICT;

CREATE INDEX reports_by_player ON reports (player, seq);
CREATE INDEX reports_by_reporter ON reports (reporter, seq);
CREATE INDEX reports_open ON reports (seq) WHERE closed = 0;
CREATE INDEX reports_closed ON reports (closed) WHERE closed > 0;
