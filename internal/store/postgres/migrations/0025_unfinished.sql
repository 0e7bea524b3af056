-- Whether the table at which somebody sits is over. A player has few tables that are
-- not, however many games they have played. A trigger notes it, so that servers of the
-- version before do it, too.
CREATE FUNCTION note_table_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE sitters SET over = 1 WHERE table_id = NEW.id;
	RETURN NULL;
END $$;
-- This locks the tables before the sitters, as moves do.
CREATE TRIGGER table_over AFTER UPDATE OF phase ON tables FOR EACH ROW
WHEN (NEW.phase = 3) EXECUTE FUNCTION note_table_over();

-- Nearly all tables are over. So few rows have to be written.
ALTER TABLE sitters ADD COLUMN over INTEGER NOT NULL DEFAULT 1;
UPDATE sitters SET over = 0 WHERE table_id IN (SELECT id FROM tables WHERE phase < 3);
ALTER TABLE sitters ALTER COLUMN over SET DEFAULT 0;

CREATE INDEX sitters_unfinished ON sitters (player, table_id) WHERE over = 0;
