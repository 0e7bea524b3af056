-- What every move changes has small rows of its own: many share a page, so a
-- commit of many moves writes few pages. The row in "tables" is only written
-- when something changes by which tables are listed.
CREATE TABLE progress (
	table_id TEXT    NOT NULL PRIMARY KEY,
	seq      INTEGER NOT NULL,
	plies    INTEGER NOT NULL,
	to_move  INTEGER, -- a seat, while the game is running
	-- A server has to look at the table by then, even if nobody does anything
	-- there, in milliseconds since 1970. It may be earlier than necessary, never
	-- later.
	due      INTEGER
) STRICT, WITHOUT ROWID;

-- Tables that wait for a server now are looked at when it starts.
INSERT INTO progress (table_id, seq, plies, to_move, due)
SELECT id, seq, coalesce(summary ->> '$.plies', 0), summary ->> '$.to_move', iif(waits, 0, NULL) FROM tables;

CREATE INDEX progress_due ON progress (due) WHERE due IS NOT NULL;

DROP INDEX tables_that_wait;
ALTER TABLE tables DROP COLUMN waits;
ALTER TABLE tables DROP COLUMN seq;

-- When no server ran. Clocks are given that time back when a table is loaded.
CREATE TABLE downtimes (
	began INTEGER NOT NULL,
	ended INTEGER NOT NULL PRIMARY KEY
) STRICT;

ALTER TABLE beat RENAME TO heartbeat;
ALTER TABLE players RENAME COLUMN kept TO registered;
