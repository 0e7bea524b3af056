-- A server has to look at a table by the time in "due", even if nobody does
-- anything there; it may be earlier than necessary, never later. Tables that
-- wait for a server now are looked at when it starts.
ALTER TABLE tables ADD COLUMN due INTEGER; -- milliseconds since 1970
UPDATE tables SET due = 0 WHERE waits;
DROP INDEX tables_that_wait;
ALTER TABLE tables DROP COLUMN waits;
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;

-- When no server ran. Clocks are given that time back when a table is loaded.
CREATE TABLE downtimes (
	began INTEGER NOT NULL,
	ended INTEGER NOT NULL PRIMARY KEY
) STRICT;

ALTER TABLE beat RENAME TO heartbeat;
ALTER TABLE players RENAME COLUMN kept TO registered;
